from django.db import migrations, models
from django.db.models import Count, Exists, F, OuterRef, Q

BATCH = 1_000


def effects_as_they_were(apps, _schema_editor):
    """Until now a partner of who went away stayed as they were, and where a computer had helped to win all did."""
    changes = apps.get_model("standings", "RatingChange").objects
    absent = changes.filter(absent=True, game=OuterRef("game"))
    helped, partner = Exists(absent.filter(place=1)), Exists(absent.filter(side=OuterRef("side")))
    changes.filter(helped | (Q(absent=False) & partner)).update(effect="none")


def opponents_counted(apps, _schema_editor):
    """A place asks for five of them."""
    ratings = apps.get_model("standings", "Rating").objects
    changes = apps.get_model("standings", "RatingChange").objects.filter(effect="all")
    number = Count("game__rating_changes__player", distinct=True)
    players = list(ratings.order_by("player").values_list("player", flat=True).distinct())
    for start in range(0, len(players), BATCH):
        some = players[start : start + BATCH]
        side, mine = "game__rating_changes__side", F("side")
        theirs = changes.filter(Q(**{f"{side}__lt": mine}) | Q(**{f"{side}__gt": mine}), player__in=some)
        met = {(player, variant): n for player, variant, n in theirs.values_list("player", "variant").annotate(number)}
        met |= {(player, ""): n for player, n in theirs.values_list("player").annotate(number)}
        rows = list(ratings.filter(player__in=some))
        for row in rows:
            row.opponents = min(5, met.get((row.player_id, row.variant), 0))
            if row.opponents < 5 and row.order > -50_000:
                row.order -= 100_000
        ratings.bulk_update(rows, ["opponents", "order"], batch_size=BATCH)


class Migration(migrations.Migration):

    dependencies = [
        ('standings', '0001_initial'),
        ('games', '0004_fair_ratings'),
    ]

    operations = [
        migrations.AddField(
            model_name='rating',
            name='opponents',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='effect',
            field=models.CharField(choices=[('all', 'All'), ('apart', 'Apart'), ('kept', 'Kept'), ('none', 'None')], db_default='all', default='all', max_length=5),
        ),
        migrations.RunPython(effects_as_they_were, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(opponents_counted, migrations.RunPython.noop, elidable=True),
    ]
