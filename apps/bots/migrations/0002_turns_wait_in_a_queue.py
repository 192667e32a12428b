from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('bots', '0001_initial'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='turn', name='bots_turn_is_due_after_it_began'),
        migrations.RenameField(model_name='turn', old_name='at', new_name='due'),
        migrations.AlterField(model_name='turn', name='tries', field=models.PositiveSmallIntegerField(db_default=0, default=0)),
        migrations.AddConstraint(
            model_name='turn',
            constraint=models.CheckConstraint(condition=models.Q(('due__gte', models.F('began'))), name='bots_turn_is_due_after_it_began'),
        ),
    ]
