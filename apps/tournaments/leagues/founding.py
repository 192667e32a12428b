"""A club founds a league: a series, whose first season is the tournament that its organiser created."""

from datetime import timedelta

from tournaments.models import Series, Terms, Tournament

HALVES = 2
COPIED = [field.name for field in Terms._meta.get_fields()]


def found_league(season: Tournament) -> None:
    """Store the series of an unsaved first season. The next one opens at half time, and begins when this one ends."""
    opens = season.entries_end + timedelta(days=season.round_days)
    season.number = 1
    season.series = Series.objects.create(
        key=f"club-{season.public_id}", opens=opens, due=opens, number=1, every_days=HALVES * season.round_days,
        lead_days=season.round_days, **{name: getattr(season, name) for name in COPIED},
    )  # fmt: skip


def end_league(season: Tournament) -> None:
    """An organiser has cancelled the next season of a club's league: no other one opens."""
    if season.club_id is not None and season.series_id is not None:
        Series.objects.filter(pk=season.series_id).update(active=False)
