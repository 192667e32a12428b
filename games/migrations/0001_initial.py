import common.chances
import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=common.chances.new_public_id, editable=False, max_length=16)),
                ('variant', models.CharField(max_length=40)),
                ('options', models.JSONField(blank=True, default=dict)),
                ('seats_number', models.PositiveSmallIntegerField()),
                ('visibility', models.CharField(choices=[('link', 'Only by link'), ('public', 'Open to everybody')], default='link', max_length=10)),
                ('clock', models.CharField(choices=[('none', 'No clock'), ('turn', 'Time for each turn'), ('bank', 'A bank of time, and more for each turn')], default='turn', max_length=10)),
                ('turn_seconds', models.PositiveIntegerField(blank=True, null=True)),
                ('bank_seconds', models.PositiveIntegerField(blank=True, null=True)),
                ('increment_seconds', models.PositiveIntegerField(blank=True, null=True)),
                ('cap_seconds', models.PositiveIntegerField(blank=True, null=True)),
                ('pauses', models.BooleanField(default=False)),
                ('misses', models.CharField(choices=[('out', 'They lose the game; with more than two sides they are out at once'), ('move', 'A legal move is made for them, the heaviest tile that fits; then they are out'), ('computer', 'The computer plays on for them until they are back')], db_default='out', default='out', max_length=10)),
                ('misses_most', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('rated', models.BooleanField(default=True)),
                ('status', models.CharField(choices=[('open', 'Waiting for players'), ('playing', 'In play'), ('finished', 'Finished'), ('aborted', 'Aborted'), ('cancelled', 'Cancelled'), ('expired', 'Expired')], default='open', max_length=10)),
                ('host', models.PositiveSmallIntegerField(default=0)),
                ('version', models.PositiveIntegerField(default=0)),
                ('turn', models.PositiveSmallIntegerField(null=True)),
                ('deadline', models.DateTimeField(null=True)),
                ('offer_ends', models.DateTimeField(null=True)),
                ('shuffle_secret', models.BinaryField(default=common.chances.new_shuffle_seed)),
                ('totals', models.JSONField(default=list)),
                ('winners', models.JSONField(null=True)),
                ('reason', models.CharField(blank=True, max_length=20)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('moved_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('settle_at', models.DateTimeField(null=True)),
                ('annulled_at', models.DateTimeField(null=True)),
                ('creator', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('rematch_of', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematch', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField()),
                ('number', models.PositiveSmallIntegerField()),
                ('seed', models.BinaryField()),
                ('commitment', models.CharField(max_length=64)),
                ('deal', models.JSONField()),
                ('dealt_at', models.DateTimeField()),
                ('first_version', models.PositiveIntegerField()),
                ('over', models.BooleanField(default=False)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='games.game')),
            ],
            options={
                'ordering': ['index'],
            },
        ),
        migrations.CreateModel(
            name='PartnerSignal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('text', models.CharField(max_length=4)),
                ('version', models.PositiveIntegerField()),
                ('key', models.CharField(blank=True, max_length=64)),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='signals', to='games.round')),
            ],
        ),
        migrations.CreateModel(
            name='Move',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('ply', models.PositiveSmallIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('text', models.CharField(max_length=80)),
                ('by', models.CharField(choices=[('player', 'the player'), ('forced', 'the server, as the only thing to do'), ('clock', 'the clock'), ('planned', 'the player, ahead of time'), ('bot', 'a computer')], db_default='player', default='player', max_length=10)),
                ('key', models.CharField(blank=True, max_length=64)),
                ('made_at', models.DateTimeField()),
                ('taken_back', models.PositiveIntegerField(null=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='games.game')),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='games.round')),
            ],
            options={
                'ordering': ['version'],
            },
        ),
        migrations.CreateModel(
            name='RoundScore',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.PositiveSmallIntegerField()),
                ('pips', models.BigIntegerField()),
                ('written', models.BigIntegerField()),
                ('total', models.BigIntegerField()),
                ('won', models.BooleanField(default=False)),
                ('over', models.CharField(max_length=10)),
                ('by', models.PositiveSmallIntegerField(null=True)),
                ('notes', models.JSONField(default=list)),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='scores', to='games.round')),
            ],
            options={
                'ordering': ['round', 'side'],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('side', models.PositiveSmallIntegerField()),
                ('token', models.CharField(default=common.chances.new_secret, max_length=40)),
                ('shuffle_seed', models.CharField(default=common.chances.new_player_seed, max_length=64)),
                ('bank_left', models.PositiveBigIntegerField(null=True)),
                ('missed', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('seen_version', models.PositiveIntegerField(default=0)),
                ('left', models.BooleanField(default=False)),
                ('stand_in', models.CharField(blank=True, db_default='', max_length=10)),
                ('stood_in', models.BooleanField(db_default=False, default=False)),
                ('result', models.CharField(blank=True, choices=[('won', 'won'), ('lost', 'lost'), ('drawn', 'drawn')], max_length=5)),
                ('over_at', models.DateTimeField(null=True)),
                ('points', models.BigIntegerField(null=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
                ('kept_for', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(db_index=False, blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('deadline__isnull', False), ('status', 'playing')), fields=['deadline'], name='game_overdue'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'open')), fields=['offer_ends'], name='game_offer_ends'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('settle_at__isnull', False)), fields=['settle_at'], name='game_unsettled'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'open'), ('visibility', 'public')), fields=['-created_at'], name='game_lobby'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'playing'), ('visibility', 'public')), fields=['-moved_at', '-id'], name='game_in_play'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'open'), ('finished_at__isnull', True), ('offer_ends__isnull', False), ('started_at__isnull', True), ('turn__isnull', True), ('winners__isnull', True)), models.Q(('status', 'playing'), ('finished_at__isnull', True), ('offer_ends__isnull', True), ('started_at__isnull', False), ('turn__isnull', False), ('winners__isnull', True)), models.Q(('status', 'finished'), ('finished_at__isnull', False), ('offer_ends__isnull', True), ('started_at__isnull', False), ('turn__isnull', True), ('winners__isnull', False)), models.Q(('status', 'aborted'), ('finished_at__isnull', False), ('offer_ends__isnull', True), ('started_at__isnull', False), ('turn__isnull', True), ('winners__isnull', True)), models.Q(('status__in', ['cancelled', 'expired']), ('finished_at__isnull', False), ('offer_ends__isnull', True), ('started_at__isnull', True), ('turn__isnull', True), ('winners__isnull', True)), _connector='OR'), name='game_stands_as_its_status_says'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('clock', 'none'), ('pauses', False), ('bank_seconds__isnull', True), ('cap_seconds__isnull', True), ('increment_seconds__isnull', True), ('turn_seconds__isnull', True)), models.Q(('clock', 'turn'), ('turn_seconds__gt', 0), ('bank_seconds__isnull', True), ('cap_seconds__isnull', True), ('increment_seconds__isnull', True), ('turn_seconds__isnull', False)), models.Q(('cap_seconds__gte', models.F('bank_seconds')), ('clock', 'bank'), ('bank_seconds__isnull', False), ('cap_seconds__isnull', False), ('increment_seconds__isnull', False), ('turn_seconds__isnull', True)), _connector='OR'), name='game_has_the_times_of_its_clock'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('deadline__isnull', True), models.Q(('status', 'playing'), models.Q(('clock', 'none'), _negated=True)), _connector='XOR'), name='game_has_a_deadline_while_its_clock_runs'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('clock', 'none'), _negated=True), ('misses', 'out'), _connector='OR'), name='game_without_a_clock_has_no_missed_turns'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('misses', 'move'), ('misses_most__gte', 1), ('misses_most__lte', 10)), models.Q(models.Q(('misses', 'move'), _negated=True), ('misses_most', None)), _connector='OR'), name='game_says_how_many_turns_may_be_missed'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('annulled_at', None), ('status__in', ['finished', 'aborted']), _connector='OR'), name='game_annulled_was_played'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('settle_at', None), models.Q(('annulled_at', None), ('status', 'finished')), _connector='OR'), name='game_to_be_settled_is_finished'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('host__lt', models.F('seats_number')), models.Q(('turn', None), ('turn__lt', models.F('seats_number')), _connector='OR')), name='game_turn_and_host_have_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('game', 'index'), name='deal_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', django.db.models.expressions.CombinedExpression(models.F('index'), '+', models.Value(1)))), name='round_counts_from_1'),
        ),
        migrations.AddConstraint(
            model_name='partnersignal',
            constraint=models.UniqueConstraint(fields=('round', 'seat', 'text'), name='signal_once_a_deal'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.UniqueConstraint(fields=('game', 'version'), name='one_move_a_version'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.UniqueConstraint(condition=models.Q(('taken_back__isnull', True)), fields=('round', 'ply'), name='one_move_a_ply'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.CheckConstraint(condition=models.Q(('taken_back__isnull', True), ('taken_back__gt', models.F('version')), _connector='OR'), name='move_is_taken_back_later'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.CheckConstraint(condition=models.Q(('ply__gte', 1), ('version__gte', 1), models.Q(('text', ''), _negated=True)), name='move_has_a_text_and_counts_from_1'),
        ),
        migrations.AddConstraint(
            model_name='roundscore',
            constraint=models.UniqueConstraint(fields=('round', 'side'), name='score_once'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('over_at__isnull', True)), fields=['player', 'game'], name='seat_player_now'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('over_at__isnull', False)), fields=['player', '-over_at', '-id'], name='seat_player_past'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(fields=('public_id',), name='game_public_id'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='seat_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('token',), name='seat_token'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('player', 'game'), name='player_once_a_table'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('points', None), ('result', '')), models.Q(models.Q(('result', ''), _negated=True), ('over_at__isnull', False), ('points__isnull', False)), _connector='OR'), name='seat_has_a_result_and_points_or_neither'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('stand_in', ''), models.Q(('left', False), ('stood_in', True)), _connector='OR'), name='seat_that_is_stood_in_for_was_and_is_there'),
        ),
    ]
