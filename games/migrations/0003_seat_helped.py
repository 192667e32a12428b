from typing import Any

from django.db import migrations, models


def who_took_moves_back(apps: Any, _schema_editor: Any) -> None:
    """Only people who play alone can, so it doesn't matter that the computers there are marked, too."""
    gone = apps.get_model("games", "Move").objects.filter(taken_back__isnull=False).values("game")
    apps.get_model("games", "Seat").objects.filter(game__in=gone).update(helped=True)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_last_moment"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="helped",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(who_took_moves_back, migrations.RunPython.noop),
    ]
