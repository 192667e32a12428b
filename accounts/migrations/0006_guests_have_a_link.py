from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_no_two_user_names_look_alike")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="guest_key",
            field=models.CharField(blank=True, max_length=40, null=True, unique=True),
        ),
    ]
