from django.db import migrations


def write_old_games(apps, _editor):
    """Games that were over before there were books."""
    from itertools import product

    from history import book

    Game, Seat = apps.get_model("games", "Game"), apps.get_model("games", "Seat")
    Meeting, Acquaintance = apps.get_model("history", "Meeting"), apps.get_model("history", "Acquaintance")
    over = Game.objects.filter(status__in=["finished", "aborted"], finished_at__isnull=False)
    for game in over.order_by("pk").iterator(chunk_size=500):
        Seat.objects.filter(game=game, over_at=None).update(over_at=game.finished_at)
        seats = Seat.objects.filter(game=game, player__isnull=False).select_related("game", "player").order_by("number")
        pairs = list(product(seats, repeat=2))
        Meeting.objects.bulk_create([Meeting(**book.columns(*pair)) for pair in pairs], ignore_conflicts=True)
        Acquaintance.objects.bulk_create(
            [
                Acquaintance(player_id=mine.player_id, other_id=his.player_id, known_as=book.known_as(his.player))
                for mine, his in pairs
                if mine.pk != his.pk
            ],
            ignore_conflicts=True,
        )


class Migration(migrations.Migration):

    dependencies = [("history", "0001_initial")]

    operations = [migrations.RunPython(write_old_games, migrations.RunPython.noop)]
