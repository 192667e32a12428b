import django.db.models.deletion
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
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('room', models.CharField(choices=[('seated', 'At the table'), ('watchers', 'Among the watchers')], max_length=10)),
                ('text', models.CharField(blank=True, max_length=500)),
                ('greeting', models.CharField(blank=True, choices=[('hello', 'Hello!'), ('good_luck', 'Good luck'), ('well_played', 'Well played'), ('lucky', 'That was luck'), ('sorry', 'Sorry for the wait'), ('thanks', 'Thank you for the game')], max_length=20)),
                ('version', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('removed_at', models.DateTimeField(null=True)),
                ('author', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='games.game')),
            ],
            options={
                'indexes': [models.Index(fields=['game', '-id'], name='message_of_game'), models.Index(fields=['author', '-id'], name='message_by_author')],
                'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), ('greeting', ''), _connector='XOR'), name='message_says_one_thing')],
            },
        ),
        migrations.CreateModel(
            name='Note',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=2000)),
                ('changed_at', models.DateTimeField()),
                ('author', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notes', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('author', 'game'), name='one_note_a_game'), models.UniqueConstraint(fields=('author', 'person'), name='one_note_a_person'), models.CheckConstraint(condition=models.Q(('game__isnull', True), ('person__isnull', True), _connector='XOR'), name='note_about_one_thing')],
            },
        ),
        migrations.CreateModel(
            name='Reading',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seen', models.BigIntegerField(default=0)),
                ('muted', models.BooleanField(default=False)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('reader', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'reader'), name='one_reading')],
            },
        ),
    ]
