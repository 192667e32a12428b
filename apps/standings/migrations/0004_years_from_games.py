import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def only_shared_years(apps, _schema_editor):
    apps.get_model("standings", "SharedYear").objects.filter(public_id=None).delete()


class Migration(migrations.Migration):

    dependencies = [
        ('standings', '0003_plain_labels'),
    ]

    operations = [
        migrations.AlterField(
            model_name='tally',
            name='games',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name='tally',
            name='won',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name='tally',
            name='drawn',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name='tally',
            name='points',
            field=models.BigIntegerField(default=0),
        ),
        migrations.DeleteModel(
            name='YearOpponent',
        ),
        migrations.RemoveConstraint(
            model_name='year',
            name='year_streak_is_no_longer',
        ),
        migrations.RemoveField(
            model_name='year',
            name='streak',
        ),
        migrations.RemoveField(
            model_name='year',
            name='longest',
        ),
        migrations.RemoveField(
            model_name='year',
            name='last_at',
        ),
        migrations.RemoveField(
            model_name='year',
            name='last_game',
        ),
        migrations.RenameModel(
            old_name='Year',
            new_name='SharedYear',
        ),
        migrations.AlterField(
            model_name='sharedyear',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunPython(only_shared_years, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name='sharedyear',
            name='public_id',
            field=models.CharField(editable=False, max_length=16, unique=True),
        ),
    ]
