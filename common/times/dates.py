"""Dates and times as people write them, in one format per language, for pages and mails.

The names come from Unicode's CLDR, like the browser's, which static/js/text/dates.js uses.
"""

from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format, get_format
from django.utils.translation import get_language


@dataclass(frozen=True, slots=True)
class Look:
    """The format of a language. *months* from January, *weekdays* from Monday."""

    months: str
    weekdays: str
    day: str = "{n} {month}"
    with_year: str = "{day} {year}"
    with_weekday: str = "{weekday}, {day}"


LOOKS = {
    "en": Look(
        "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec", "Mon Tue Wed Thu Fri Sat Sun",
        with_weekday="{weekday} {day}",
    ),
    "de": Look(
        "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.", "Mo. Di. Mi. Do. Fr. Sa. So.",
        day="{n}. {month}",
    ),
    "ru": Look(
        "янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек.", "пн вт ср чт пт сб вс",
        with_year="{day} {year} г.",
    ),
    "uk": Look(
        "січ. лют. бер. квіт. трав. черв. лип. серп. вер. жовт. лист. груд.", "пн вт ср чт пт сб нд",
        with_year="{day} {year} р.",
    ),
    "es": Look("ene feb mar abr may jun jul ago sept oct nov dic", "lun mar mié jue vie sáb dom"),
    "pt": Look(
        "jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.", "seg. ter. qua. qui. sex. sáb. dom.",
        day="{n} de {month}", with_year="{day} de {year}",
    ),
}  # fmt: skip


def day_words(day: date, *, weekday: bool = False) -> str:
    """“21 Nov”; “Sat 21 Nov” with *weekday*; “21 Nov 2025” in another year."""
    look = _look()
    words = look.day.format(n=day.day, month=look.months.split()[day.month - 1])
    if day.year != timezone.localdate().year:
        return look.with_year.format(day=words, year=day.year)
    return look.with_weekday.format(weekday=look.weekdays.split()[day.weekday()], day=words) if weekday else words


def moment_words(when: datetime) -> str:
    """“Sat 21 Nov, 13:05”, in the time zone of *when*."""
    return f"{day_words(when, weekday=True)}, {time_words(when)}"


def time_words(when: datetime) -> str:
    """“13:05”."""
    return f"{when:%H:%M}"


def month_briefly(day: date) -> str:
    """“Nov 2025”."""
    return _look().with_year.format(day=_look().months.split()[day.month - 1], year=day.year)


def month_within(moment: datetime) -> str:
    """“November 2025” inside a sentence, where Russian has another form (“ноября 2025 г.”)."""
    words = date_format(moment, get_format("YEAR_MONTH_FORMAT").replace("F", "E"))
    return words.lower() if _look().months.islower() else words


def _look() -> Look:
    return LOOKS.get(get_language() or "", LOOKS["en"])
