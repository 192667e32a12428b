from django.conf import settings
from django.db import migrations, models


def without_a_clock_unrated(apps, _schema_editor):
    """Games that wait or run. Those that are over stay as they counted."""
    games = apps.get_model("games", "Game").objects.filter(clock="none", rated=True, status__in=["open", "playing"])
    games.update(rated=False)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_seat_helped'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='met_enough',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='aborted',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='away_early',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='away_when',
            field=models.CharField(blank=True, choices=[('behind', 'Behind'), ('level', 'Level'), ('ahead', 'Ahead')], db_default='', max_length=6),
        ),
        migrations.RunPython(without_a_clock_unrated, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('clock', 'none'), ('rated', True), ('status__in', ['open', 'playing']), _negated=True), name='game_without_a_clock_is_unrated'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('met_enough', False), ('rated', False), _connector='OR'), name='game_met_enough_is_unrated'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('away_early', False), ('away_when', '')), ('left', True), ('stood_in', True), _connector='OR'), name='seat_was_away_if_it_is_said_how'),
        ),
    ]
