import common.chances
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='SavedRules',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=common.chances.new_public_id, editable=False, max_length=16, unique=True)),
                ('name', models.CharField(max_length=60)),
                ('variant', models.CharField(max_length=40)),
                ('seats', models.PositiveSmallIntegerField()),
                ('options', models.JSONField(blank=True, default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='saved_rules', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'saved rules',
                'ordering': ['-created_at', '-pk'],
            },
        ),
    ]
