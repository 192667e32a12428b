from django.db import migrations, models


class Migration(migrations.Migration):
    """Rows show boards now, so that everyone begins with them; big boards are one tap away."""

    dependencies = [
        ("accounts", "0006_friends_see_who_is_here"),
    ]

    operations = [
        migrations.AlterField(
            model_name='user',
            name='lists',
            field=models.CharField(choices=[('rows', 'Rows'), ('boards', 'Boards')], default='rows', max_length=10, verbose_name='show my games as'),
        ),
        migrations.RunSQL("UPDATE accounts_user SET lists = 'rows' WHERE lists = 'boards'", migrations.RunSQL.noop),
    ]
