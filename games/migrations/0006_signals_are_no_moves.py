from django.db import migrations
from django.db.models import F

SIGNALS = ["wink", "puff"]


def take_them_out_of_the_moves(apps, _editor):
    """Of games that began earlier: each is kept once a deal, and the moves after it are counted without it."""
    Move, PartnerSignal = apps.get_model("games", "Move"), apps.get_model("games", "PartnerSignal")
    for signal in Move.objects.filter(text__in=SIGNALS).order_by("-version"):
        after = Move.objects.filter(round=signal.round_id, ply__gt=signal.ply).order_by("ply")
        kept = {"version": signal.version, "key": signal.key}
        PartnerSignal.objects.update_or_create(
            round_id=signal.round_id, seat=signal.seat, text=signal.text, defaults=kept
        )
        signal.delete()
        for pk in list(after.values_list("pk", flat=True)):  # one by one: no two may share a ply on the way
            Move.objects.filter(pk=pk).update(ply=F("ply") - 1)


class Migration(migrations.Migration):

    dependencies = [("games", "0005_signals_between_partners")]

    operations = [migrations.RunPython(take_them_out_of_the_moves, migrations.RunPython.noop)]
