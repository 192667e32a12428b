import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('is_guest', models.BooleanField(default=False)),
                ('bot_level', models.CharField(blank=True, choices=[('beginner', 'Beginner'), ('casual', 'Casual'), ('solid', 'Solid'), ('good', 'Good'), ('strong', 'Strong')], db_default='', editable=False, max_length=10)),
                ('skeleton', models.CharField(editable=False, max_length=600, null=True, unique=True)),
                ('nickname', models.CharField(blank=True, max_length=30, verbose_name='name at the table')),
                ('theme', models.CharField(choices=[('system', 'As the device'), ('light', 'Light'), ('dark', 'Dark')], default='system', max_length=10, verbose_name='colours')),
                ('sending', models.CharField(choices=[('submit', 'Lay it down first, then Submit'), ('one_tap', 'One tap plays')], default='submit', max_length=10, verbose_name='playing a tile')),
                ('felt', models.CharField(choices=[('petrol', 'Petrol'), ('baize', 'Green baize'), ('walnut', 'Walnut'), ('slate', 'Slate')], default='petrol', max_length=10, verbose_name='table')),
                ('tiles', models.CharField(choices=[('ivory', 'Ivory'), ('white', 'White'), ('ebony', 'Ebony'), ('olive', 'Olive wood')], default='ivory', max_length=10, verbose_name='tiles')),
                ('faces', models.CharField(choices=[('dots', 'Dots'), ('numerals', 'Numbers'), ('pictures', 'Pictures')], default='dots', max_length=10, verbose_name='tiles show')),
                ('lists', models.CharField(choices=[('boards', 'Boards'), ('rows', 'Rows')], default='boards', max_length=10, verbose_name='my games as')),
                ('sound', models.BooleanField(default=True, verbose_name='sounds')),
                ('motion', models.BooleanField(default=True, verbose_name='motion')),
                ('autoplay', models.BooleanField(default=False, verbose_name='play the only tile that fits for me')),
                ('advance', models.BooleanField(default=False, verbose_name='go on to the next game after a move')),
                ('looking', models.BooleanField(default=True, verbose_name="show when I'm looking at a table")),
                ('gives_puzzles', models.BooleanField(default=False, verbose_name='puzzles may be made of my finished public games')),
                ('language', models.CharField(blank=True, max_length=10, verbose_name='language')),
                ('time_zone', models.CharField(blank=True, max_length=64, verbose_name='time zone')),
                ('weekend_pause', models.BooleanField(default=False, verbose_name='no clock on weekends')),
                ('weekend_zone', models.CharField(blank=True, max_length=64)),
                ('weekend_zone_until', models.DateField(null=True)),
                ('quiet_from', models.TimeField(blank=True, null=True, verbose_name='quiet from')),
                ('quiet_to', models.TimeField(blank=True, null=True, verbose_name='quiet until')),
                ('is_program', models.BooleanField(default=False, verbose_name='a program plays for this account')),
                ('deleted_at', models.DateTimeField(blank=True, null=True)),
                ('guest_key', models.CharField(blank=True, max_length=40, null=True, unique=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Browser',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=64)),
                ('agent', models.CharField(blank=True, max_length=300)),
                ('place', models.CharField(blank=True, max_length=45)),
                ('by_link', models.BooleanField(default=False)),
                ('since', models.DateTimeField()),
                ('last_used', models.DateTimeField()),
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='sessions.session')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='browsers', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=50, verbose_name='name')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('scopes', models.JSONField(default=list)),
                ('created', models.DateTimeField()),
                ('last_used', models.DateTimeField(null=True)),
                ('last_place', models.CharField(blank=True, max_length=45)),
                ('expires', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Vacation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts', models.DateTimeField()),
                ('ends', models.DateTimeField()),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['starts'],
            },
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('skeleton', None), models.Q(('deleted_at', None), ('is_guest', False)), _connector='XOR'), name='account_has_a_skeleton'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('guest_key', None), ('is_guest', True), _connector='OR'), name='guest_key_is_of_a_guest'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('bot_level', ''), models.Q(('deleted_at', None), ('email', ''), ('guest_key', None), ('is_guest', False), ('is_staff', False)), _connector='OR'), name='computer_has_no_key'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('quiet_from__isnull', True), ('quiet_to__isnull', False), _connector='XOR'), name='quiet_hours_begin_and_end'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('weekend_zone', ''), ('weekend_zone_until__isnull', False), _connector='XOR'), name='weekend_zone_has_an_end'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('bot_level__gt', '')), fields=['bot_level'], name='computers_by_level'),
        ),
        migrations.AddConstraint(
            model_name='token',
            constraint=models.CheckConstraint(condition=models.Q(('expires', None), ('expires__gt', models.F('created')), _connector='OR'), name='token_ends_after_it_was_made'),
        ),
        migrations.AddIndex(
            model_name='vacation',
            index=models.Index(fields=['user', 'ends'], name='vacation_of_user'),
        ),
        migrations.AddConstraint(
            model_name='vacation',
            constraint=models.CheckConstraint(condition=models.Q(('ends__gt', models.F('starts'))), name='vacation_ends_after_start'),
        ),
    ]
