from django.db import migrations, models
from django.db.models import OuterRef, Q, Subquery


def close_old_offers(apps, _editor):
    """Offers that came to nothing are over, too: the index of what is not stays small."""
    Game, Seat = apps.get_model("games", "Game"), apps.get_model("games", "Seat")
    ended = Game.objects.filter(pk=OuterRef("game")).values("finished_at")[:1]
    Seat.objects.filter(over_at=None, game__status__in=["cancelled", "expired"]).update(over_at=Subquery(ended))


class Migration(migrations.Migration):

    dependencies = [("games", "0002_correspondence")]

    operations = [
        migrations.RunPython(close_old_offers, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["player", "game"], name="seat_player_now", condition=Q(over_at__isnull=True)),
        ),
    ]
