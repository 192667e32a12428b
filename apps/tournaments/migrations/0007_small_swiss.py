from django.db import migrations


class Migration(migrations.Migration):
    """A Swiss that began with few entries was played as one group: it's a round robin, all at once."""

    dependencies = [
        ('tournaments', '0006_departures'),
    ]

    operations = [
        migrations.RunSQL(
            "UPDATE tournaments_tournament SET format = 'round_robin', most = 8 WHERE format = 'swiss' AND rounds = 0 AND stage > 0",
            migrations.RunSQL.noop,
        ),
    ]
