import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('games', '0001_initial'),
        ('talk', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Silence',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='silence', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('until', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('said', models.CharField(blank=True, max_length=500)),
                ('reason', models.CharField(choices=[('insult', 'Insults or threats'), ('cheating', 'Cheating: telling hands, playing both sides'), ('stalling', 'Spoiling games: leaving them, letting time run out on purpose'), ('name', 'An offensive name'), ('spam', 'Advertising'), ('other', 'Something else')], max_length=10)),
                ('text', models.CharField(blank=True, max_length=1000)),
                ('at', models.DateTimeField()),
                ('decided_at', models.DateTimeField(null=True)),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('message', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='talk.message')),
                ('player', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('reporter', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Action',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('dismiss', 'Nothing to do'), ('warn', 'Warn the player'), ('silence', 'Silence the player'), ('speak', 'Let the player talk again'), ('remove', 'Remove the message'), ('annul', 'Annul the game'), ('close', 'Close the account'), ('reopen', 'Open the account again')], max_length=10)),
                ('days', models.PositiveSmallIntegerField(null=True)),
                ('note', models.CharField(blank=True, max_length=500)),
                ('at', models.DateTimeField()),
                ('done_at', models.DateTimeField(null=True)),
                ('moderator', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('report', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='actions', to='moderation.report')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(condition=models.Q(('decided_at__isnull', True)), fields=['id'], name='report_waiting'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['player', '-id'], name='report_of_player'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['reporter', '-id'], name='report_by'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.CheckConstraint(condition=models.Q(('player__isnull', False), ('game__isnull', False), _connector='OR'), name='report_is_about_somebody_or_a_game'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.CheckConstraint(condition=models.Q(('decided_by', None), ('decided_at__isnull', False), _connector='OR'), name='report_decided_when_by_somebody'),
        ),
        migrations.AddIndex(
            model_name='action',
            index=models.Index(fields=['player', '-id'], name='action_on_player'),
        ),
        migrations.AddIndex(
            model_name='action',
            index=models.Index(condition=models.Q(('done_at__isnull', True)), fields=['id'], name='action_to_do'),
        ),
        migrations.AddConstraint(
            model_name='action',
            constraint=models.CheckConstraint(condition=models.Q(('days__isnull', True), ('kind', 'silence'), _connector='XOR'), name='silence_has_days'),
        ),
    ]
