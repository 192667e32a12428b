import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Due',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('at', models.DateTimeField(db_index=True)),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='due_in_a_game_that_began')],
            },
        ),
        migrations.CreateModel(
            name='PlannedMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('deal', models.PositiveSmallIntegerField()),
                ('place', models.PositiveSmallIntegerField()),
                ('tile', models.CharField(max_length=5)),
                ('end', models.PositiveSmallIntegerField(null=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
            ],
            options={
                'ordering': ['place'],
                'constraints': [models.UniqueConstraint(fields=('game', 'seat', 'place'), name='plan_place_once')],
            },
        ),
    ]
