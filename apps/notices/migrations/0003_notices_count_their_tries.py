from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notices', '0002_plain_labels'),
    ]

    operations = [
        migrations.AddField(model_name='notice', name='tries', field=models.PositiveSmallIntegerField(db_default=0, default=0)),
        migrations.AlterField(model_name='delivery', name='tries', field=models.PositiveSmallIntegerField(db_default=0, default=0)),
    ]
