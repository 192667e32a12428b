import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_guests_have_a_link"), ("sessions", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Browser",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=64)),
                ("agent", models.CharField(blank=True, max_length=300)),
                ("place", models.CharField(blank=True, max_length=45)),
                ("by_link", models.BooleanField(default=False)),
                ("since", models.DateTimeField()),
                ("last_used", models.DateTimeField()),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="sessions.session"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="browsers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
