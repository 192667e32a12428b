from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('plans', '0001_initial'),
    ]

    operations = [
        migrations.RenameModel(old_name='Due', new_name='PlannedTurn'),
        migrations.RenameField(model_name='plannedturn', old_name='at', new_name='due'),
        migrations.AddField(
            model_name='plannedturn',
            name='tries',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
    ]
