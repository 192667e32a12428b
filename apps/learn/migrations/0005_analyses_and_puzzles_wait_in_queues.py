from django.db import migrations, models
from django.db.models import deletion
from django.utils import timezone


class Migration(migrations.Migration):

    dependencies = [
        ('learn', '0004_plain_labels'),
        ('games', '0005_plain_labels'),
    ]

    operations = [
        migrations.RemoveIndex(model_name='analysis', name='analysis_due'),
        migrations.RenameField(model_name='analysis', old_name='at', new_name='due'),
        migrations.AlterField(model_name='analysis', name='tries', field=models.PositiveSmallIntegerField(db_default=0, default=0)),
        migrations.AddIndex(
            model_name='analysis',
            index=models.Index(condition=models.Q(('due__isnull', False)), fields=['due'], name='analysis_due'),
        ),
        migrations.AddField(
            model_name='puzzlesource',
            name='due',
            field=models.DateTimeField(db_index=True, default=timezone.now),
        ),
        migrations.AddField(model_name='puzzlesource', name='tries', field=models.PositiveSmallIntegerField(db_default=0, default=0)),
        migrations.AlterField(
            model_name='puzzlesource',
            name='game',
            field=models.OneToOneField(null=True, on_delete=deletion.CASCADE, related_name='+', to='games.game'),
        ),
    ]
