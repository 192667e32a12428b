from django.db import migrations, models
from django.utils import timezone


class Migration(migrations.Migration):

    dependencies = [
        ('moderation', '0002_plain_labels'),
    ]

    operations = [
        migrations.AddField(model_name='action', name='due', field=models.DateTimeField(default=timezone.now, null=True)),
        migrations.AddField(model_name='action', name='tries', field=models.PositiveSmallIntegerField(db_default=0, default=0)),
        migrations.RunSQL('UPDATE moderation_action SET due = NULL WHERE done_at IS NOT NULL', migrations.RunSQL.noop),
        migrations.RemoveIndex(model_name='action', name='action_to_do'),
        migrations.AddIndex(
            model_name='action',
            index=models.Index(condition=models.Q(('due__isnull', False)), fields=['due'], name='action_due'),
        ),
    ]
