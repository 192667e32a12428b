import django.db.models.deletion
import django.db.models.functions.comparison
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
            name='Profile',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='profile', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('about', models.CharField(blank=True, max_length=200)),
                ('invites', models.CharField(choices=[('everybody', 'Everybody with an account'), ('friends', 'Friends only'), ('nobody', 'Nobody')], default='everybody', max_length=10)),
            ],
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('whom', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('by', 'whom'), name='blocked_once'), models.CheckConstraint(condition=models.Q(('by', models.F('whom')), _negated=True), name='no_block_of_oneself')],
            },
        ),
        migrations.CreateModel(
            name='Called',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.BinaryField(max_length=600)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['key'], name='called_key')],
            },
        ),
        migrations.CreateModel(
            name='Friendship',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('since', models.DateTimeField(null=True)),
                ('asked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('asker', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(django.db.models.functions.comparison.Least('asker', 'asked'), django.db.models.functions.comparison.Greatest('asker', 'asked'), name='friends_once'), models.CheckConstraint(condition=models.Q(('asker', models.F('asked')), _negated=True), name='no_friend_of_oneself')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('pending', 'No answer yet'), ('accepted', 'Accepted'), ('declined', 'Declined'), ('withdrawn', 'Taken back')], default='pending', max_length=10)),
                ('reason', models.CharField(blank=True, choices=[('not_now', 'Not now'), ('no_time', 'I have no time'), ('too_fast', 'The clock is too fast for me'), ('too_slow', 'The clock is too slow for me'), ('other_game', 'I would rather play another game')], max_length=10)),
                ('words', models.CharField(blank=True, max_length=140)),
                ('at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('state', 'pending')), fields=['player', '-id'], name='invitation_waiting'), models.Index(condition=models.Q(('state', 'pending')), fields=['by'], name='invitation_sent')],
                'constraints': [models.UniqueConstraint(fields=('game', 'player'), name='invited_once_a_table'), models.CheckConstraint(condition=models.Q(('state', 'pending'), ('answered_at__isnull', False), _connector='XOR'), name='invitation_waits_until_it_is_answered'), models.CheckConstraint(condition=models.Q(models.Q(('reason', ''), ('words', '')), ('state', 'declined'), _connector='OR'), name='invitation_says_why_it_was_declined')],
            },
        ),
    ]
