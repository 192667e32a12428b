from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_browsers")]

    operations = [
        migrations.AddField(
            model_name="token",
            name="last_place",
            field=models.CharField(blank=True, default="", max_length=45),
            preserve_default=False,
        ),
    ]
