"""Each game knows the seat of who set its table, which leads where the rules say so.

Games that are dealt keep seat 0, as that is the seat that led in them.
"""

from typing import Any

from django.db import migrations, models


def of_open_tables(apps: Any, _editor: Any) -> None:
    """Of a rematch it may be another seat than the first."""
    game, seat = apps.get_model("games", "Game"), apps.get_model("games", "Seat")
    creators = seat.objects.filter(game__status="open", player=models.F("game__creator")).exclude(number=0)
    for game_id, number in creators.values_list("game_id", "number"):
        game.objects.filter(pk=game_id).update(host=number)


class Migration(migrations.Migration):
    dependencies = [("games", "0003_seats_now")]

    operations = [
        migrations.AddField("game", "host", models.PositiveSmallIntegerField(default=0)),
        migrations.RunPython(of_open_tables, migrations.RunPython.noop),
    ]
