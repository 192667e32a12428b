import django.db.models.deletion
import notices.choices
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('games', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField(default=0)),
                ('stage', models.PositiveSmallIntegerField(default=0)),
                ('channel', models.CharField(choices=[('page', 'On the site'), ('push', 'Push'), ('mail', 'Mail at once'), ('digest', 'Daily mail'), ('webhook', 'Webhook')], max_length=10)),
                ('since', models.DateTimeField()),
                ('due', models.DateTimeField()),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='ServerKey',
            fields=[
                ('name', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('private', models.CharField(max_length=100)),
            ],
        ),
        migrations.CreateModel(
            name='Letter',
            fields=[
                ('delivery', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='letter', serialize=False, to='notices.delivery')),
                ('to', models.EmailField(db_index=True, max_length=254)),
                ('kind', models.CharField(max_length=60)),
                ('subject', models.CharField(max_length=200)),
                ('body', models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=700, unique=True)),
                ('p256dh', models.CharField(max_length=120)),
                ('auth', models.CharField(max_length=60)),
                ('name', models.CharField(max_length=60)),
                ('session', models.CharField(blank=True, max_length=64)),
                ('created_at', models.DateTimeField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='devices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at', '-pk'],
            },
        ),
        migrations.AddField(
            model_name='delivery',
            name='device',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='notices.device'),
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField(db_default=0, default=0)),
                ('event', models.CharField(choices=[('turn', 'It is my turn'), ('reminder', 'My time is running out'), ('stood_in', 'I have missed a turn: a move is made for me, or the computer plays on'), ('started', 'A game begins'), ('over', 'A game is over'), ('round', 'A round is over'), ('invited', 'Somebody invites me, or wants a rematch'), ('answered', 'Somebody sits down at my table, or declines'), ('expired', 'My table is closed before it was full'), ('message', 'Somebody has written at the table'), ('friend', 'Somebody wants to be friends'), ('site', 'Something about my notices')], max_length=10)),
                ('also', models.CharField(blank=True, max_length=10)),
                ('words', models.JSONField(db_default={}, default=dict)),
                ('at', models.DateTimeField()),
                ('deadline', models.DateTimeField(null=True)),
                ('stage', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('due', models.DateTimeField()),
                ('read_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddField(
            model_name='delivery',
            name='notice',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='notices.notice'),
        ),
        migrations.CreateModel(
            name='Wishes',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notice_wishes', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('channels', models.JSONField(default=dict)),
                ('reminders', models.JSONField(default=notices.choices.usual_reminders)),
                ('digest_hour', models.PositiveSmallIntegerField(default=8)),
                ('digest_due', models.DateTimeField(null=True)),
                ('webhook', models.URLField(blank=True, max_length=500)),
                ('webhook_secret', models.CharField(blank=True, max_length=64)),
                ('webhook_off_at', models.DateTimeField(null=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('digest_due__isnull', False)), fields=['digest_due'], name='digest_due')],
                'constraints': [models.CheckConstraint(condition=models.Q(('digest_hour__lt', 24)), name='wishes_digest_at_an_hour'), models.CheckConstraint(condition=models.Q(models.Q(('webhook', ''), ('webhook_off_at', None), ('webhook_secret', '')), models.Q(models.Q(('webhook', ''), _negated=True), models.Q(('webhook_secret', ''), _negated=True)), _connector='OR'), name='wishes_webhook_has_a_secret')],
            },
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['player', '-at', '-id'], name='notice_list'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['due'], name='notice_due'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('by__isnull', False)), fields=['by'], name='notice_by'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(condition=models.Q(('event', 'turn')), fields=('game',), name='one_notice_of_a_turn'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(condition=models.Q(('event', 'turn'), _negated=True), fields=('player', 'game', 'version', 'event'), name='one_notice_a_move'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('event', 'turn'), ('game__isnull', False)), models.Q(models.Q(('event', 'turn'), _negated=True), ('also', ''), ('deadline', None)), _connector='OR'), name='notice_of_a_turn_has_a_game_others_no_deadline'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(fields=['due'], name='delivery_due'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(('device__isnull', True), ('channel', 'push'), _connector='XOR'), name='delivery_has_a_device_if_pushed'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(('notice__isnull', False), ('channel__in', ['mail', 'digest']), _connector='OR'), name='delivery_tells_a_notice_or_is_a_mail'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(('player__isnull', False), models.Q(('channel', 'mail'), ('notice', None)), _connector='OR'), name='delivery_has_a_player_or_is_a_letter'),
        ),
    ]
