import common.chances
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
            name='KnownAs',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.BinaryField(max_length=600)),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['key', 'person'], name='known_as_key')],
                'constraints': [models.UniqueConstraint(fields=('person', 'key'), name='known_as_once')],
            },
        ),
        migrations.CreateModel(
            name='Balance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('computers', models.BooleanField()),
                ('variant', models.CharField(blank=True, max_length=40)),
                ('month', models.CharField(blank=True, max_length=7)),
                ('games', models.PositiveIntegerField(default=0)),
                ('won', models.PositiveIntegerField(default=0)),
                ('lost', models.PositiveIntegerField(default=0)),
                ('drawn', models.PositiveIntegerField(default=0)),
                ('together', models.PositiveIntegerField(default=0)),
                ('together_won', models.PositiveIntegerField(default=0)),
                ('together_lost', models.PositiveIntegerField(default=0)),
                ('margin', models.BigIntegerField(default=0)),
                ('margins', models.PositiveIntegerField(default=0)),
                ('wins', models.PositiveIntegerField(default=0)),
                ('losses', models.PositiveIntegerField(default=0)),
                ('most_wins', models.PositiveIntegerField(default=0)),
                ('most_losses', models.PositiveIntegerField(default=0)),
                ('last_at', models.DateTimeField()),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('month', ''), ('variant', ''), models.Q(('player', models.F('other')), _negated=True)), fields=['player', 'computers', '-games', 'other'], name='balance_most_met')],
                'constraints': [models.UniqueConstraint(fields=('player', 'other', 'variant', 'month', 'computers'), name='balance_once'), models.CheckConstraint(condition=models.Q(('games__gte', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('won'), '+', models.F('lost')), '+', models.F('drawn')), '+', models.F('together'))), ('together__gte', django.db.models.expressions.CombinedExpression(models.F('together_won'), '+', models.F('together_lost'))), ('lost__gte', models.F('most_losses')), ('won__gte', models.F('most_wins')), ('most_losses__gte', models.F('losses')), ('most_wins__gte', models.F('wins'))), name='balance_adds_up'), models.CheckConstraint(condition=models.Q(models.Q(('player', models.F('other')), ('together', 0)), models.Q(models.Q(('player', models.F('other')), _negated=True), ('month', '')), _connector='OR'), name='balance_with_oneself_has_months_and_no_partner')],
            },
        ),
        migrations.CreateModel(
            name='Meeting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('over_at', models.DateTimeField()),
                ('variant', models.CharField(max_length=40)),
                ('result', models.CharField(choices=[('won', 'won'), ('lost', 'lost'), ('drawn', 'drawn'), ('aborted', 'aborted'), ('annulled', 'annulled')], max_length=10)),
                ('theirs', models.CharField(choices=[('won', 'won'), ('lost', 'lost'), ('drawn', 'drawn'), ('aborted', 'aborted'), ('annulled', 'annulled')], max_length=10)),
                ('together', models.BooleanField(default=False)),
                ('rated', models.BooleanField()),
                ('computers', models.BooleanField(db_default=False, default=False)),
                ('margin', models.BigIntegerField(null=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['player', 'other', '-over_at', '-game'], name='meeting_when'), models.Index(fields=['player', 'other', 'variant', '-over_at', '-game'], name='meeting_variant'), models.Index(fields=['player', 'other', 'result', '-over_at', '-game'], name='meeting_result')],
                'constraints': [models.UniqueConstraint(fields=('game', 'player', 'other'), name='meeting_once'), models.CheckConstraint(condition=models.Q(models.Q(('player', models.F('other')), _negated=True), models.Q(('result', models.F('theirs')), ('together', False)), _connector='OR'), name='meeting_with_oneself_is_the_game')],
            },
        ),
        migrations.CreateModel(
            name='Study',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=common.chances.new_public_id, editable=False, max_length=16, unique=True)),
                ('title', models.CharField(max_length=80, verbose_name='title')),
                ('record', models.JSONField()),
                ('shared', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField()),
                ('owner', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'studies',
                'indexes': [models.Index(fields=['owner', '-created_at', '-id'], name='study_newest')],
            },
        ),
    ]
