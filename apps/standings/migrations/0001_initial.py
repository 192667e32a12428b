import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Ladder',
            fields=[
                ('variant', models.CharField(max_length=40, primary_key=True, serialize=False)),
            ],
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('games', models.PositiveIntegerField()),
                ('won', models.PositiveIntegerField()),
                ('drawn', models.PositiveIntegerField()),
                ('streak', models.PositiveIntegerField()),
                ('best_streak', models.PositiveIntegerField()),
                ('peak', models.IntegerField(null=True)),
                ('variant', models.CharField(blank=True, max_length=40)),
                ('order', models.IntegerField()),
                ('updated', models.DateTimeField()),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['variant', '-order', 'id'], name='rating_order')],
                'constraints': [models.UniqueConstraint(fields=('player', 'variant'), name='rating_once'), models.CheckConstraint(condition=models.Q(('sigma__gt', 0)), name='rating_is_uncertain'), models.CheckConstraint(condition=models.Q(('best_streak__gte', models.F('streak')), ('games__gte', django.db.models.expressions.CombinedExpression(models.F('won'), '+', models.F('drawn'))), ('won__gte', models.F('best_streak'))), name='rating_counts_add_up')],
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('games', models.PositiveIntegerField()),
                ('won', models.PositiveIntegerField()),
                ('drawn', models.PositiveIntegerField()),
                ('streak', models.PositiveIntegerField()),
                ('best_streak', models.PositiveIntegerField()),
                ('peak', models.IntegerField(null=True)),
                ('variant', models.CharField(max_length=40)),
                ('seat', models.PositiveSmallIntegerField()),
                ('side', models.PositiveSmallIntegerField()),
                ('place', models.PositiveSmallIntegerField()),
                ('result', models.CharField(choices=[('won', 'won'), ('lost', 'lost'), ('drawn', 'drawn')], max_length=5)),
                ('absent', models.BooleanField(db_default=False, default=False)),
                ('mu_before', models.FloatField()),
                ('sigma_before', models.FloatField()),
                ('beat', models.IntegerField(null=True)),
                ('at', models.DateTimeField()),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='games.game')),
                ('player', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rating_changes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['variant', 'at', 'game', 'seat'], name='change_order'), models.Index(fields=['player', 'variant', '-at', '-game'], name='change_of_player'), models.Index(fields=['player', '-at', '-game'], name='change_of_any_game'), models.Index(condition=models.Q(('beat__isnull', False)), fields=['player', 'variant', '-beat', 'at'], name='change_best_win')],
                'constraints': [models.UniqueConstraint(fields=('game', 'seat'), name='rated_once'), models.CheckConstraint(condition=models.Q(('place__gte', 1)), name='change_place_counts_from_1'), models.CheckConstraint(condition=models.Q(('beat', None), ('place', 1), _connector='OR'), name='change_beat_somebody_as_the_first'), models.CheckConstraint(condition=models.Q(('sigma__gt', 0)), name='ratingchange_is_uncertain'), models.CheckConstraint(condition=models.Q(('best_streak__gte', models.F('streak')), ('games__gte', django.db.models.expressions.CombinedExpression(models.F('won'), '+', models.F('drawn'))), ('won__gte', models.F('best_streak'))), name='ratingchange_counts_add_up')],
            },
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(blank=True, max_length=40)),
                ('month', models.CharField(blank=True, max_length=7)),
                ('games', models.PositiveIntegerField()),
                ('won', models.PositiveIntegerField()),
                ('drawn', models.PositiveIntegerField()),
                ('points', models.BigIntegerField()),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('games__gt', 0)), fields=['variant', 'month', '-won', 'games', 'id'], name='tally_order')],
                'constraints': [models.UniqueConstraint(fields=('player', 'variant', 'month'), name='tally_once'), models.CheckConstraint(condition=models.Q(('games__gte', django.db.models.expressions.CombinedExpression(models.F('won'), '+', models.F('drawn')))), name='tally_counts_add_up')],
            },
        ),
        migrations.CreateModel(
            name='Year',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('year', models.PositiveSmallIntegerField()),
                ('streak', models.PositiveIntegerField()),
                ('longest', models.PositiveIntegerField()),
                ('last_at', models.DateTimeField()),
                ('last_game', models.PositiveBigIntegerField()),
                ('public_id', models.CharField(editable=False, max_length=16, null=True, unique=True)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='years', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'year'), name='year_once'), models.CheckConstraint(condition=models.Q(('longest__gte', models.F('streak'))), name='year_streak_is_no_longer')],
            },
        ),
        migrations.CreateModel(
            name='YearOpponent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('year', models.PositiveSmallIntegerField()),
                ('games', models.PositiveIntegerField()),
                ('public', models.PositiveIntegerField()),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['player', 'year', '-games', 'other'], name='year_opponent_met'), models.Index(condition=models.Q(('public__gt', 0)), fields=['player', 'year', '-public', 'other'], name='year_opponent_public')],
                'constraints': [models.UniqueConstraint(fields=('player', 'year', 'other'), name='year_opponent_once'), models.CheckConstraint(condition=models.Q(('games__gte', models.F('public'))), name='year_opponent_counts_add_up')],
            },
        ),
    ]
