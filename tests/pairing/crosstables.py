"""Records of entries, from tournaments written as text."""

from pairing import How, Meeting, Record

SCORES = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0}


def from_rounds(text, gone=""):
    """Records from lines such as `A1B C=D E:bye F:absent`, a line a round. *gone* are struck out.

    1, = and 0 are the left one's result by play; + and - are wins and losses by forfeit. Seeds follow the alphabet,
    and a letter's place in it is the entry's number, A being 0.
    """
    letters = sorted({each for each in text if each.isupper()})
    number = {letter: n for n, letter in enumerate(letters)}
    meetings = {letter: [] for letter in letters}
    for each in text.split():
        if ":" in each:
            letter, how = each.split(":")
            meetings[letter].append(Meeting((), 2 if how == "bye" else 0, How(how)))
            continue
        one, score, other = each
        how = How.FORFEIT if score in "+-" else How.PLAYED
        meetings[one].append(Meeting((number[other],), SCORES[score], how))
        meetings[other].append(Meeting((number[one],), 2 - SCORES[score], how))
    return [Record(number[each], number[each] + 1, tuple(meetings[each]), each in gone) for each in letters]


def from_table(text):
    """Records from a cross table: a line for each entry with a name and its results, a dot against itself."""
    rows = [line.split() for line in text.strip().splitlines()]
    return [
        Record(n, n + 1, tuple(Meeting((other,), SCORES[each]) for other, each in enumerate(row[1:]) if each != "."))
        for n, row in enumerate(rows)
    ]


def letters(table):
    """The entries of a ranking, best first, such as `A BC D`: those who share a place stand together."""
    groups = {}
    for ranked in table:
        groups.setdefault(ranked.place, []).append(chr(ord("A") + ranked.number))
    return " ".join("".join(group) for group in groups.values())


def by_letter(table, column=None):
    """Points, or the tie-break in a column, by the entries' letters."""
    values = {ranked.number: ranked.half_points / 2 if column is None else ranked.tiebreaks[column] for ranked in table}
    return {chr(ord("A") + number): values[number] for number in sorted(values)}
