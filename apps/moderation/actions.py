"""Report something, decide on reports, carry out decisions."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import database, farewell
from accounts.models import User
from accounts.readers import Reader
from clubs import chat
from clubs.actions import moderate
from clubs.models import Club
from clubs.queries import organises, owner
from common import limits, queues, refusals
from common.database import tried_again
from common.queues import Queue
from games import actions as games
from games.models import Game, Seat
from games.viewers import live
from moderation import notifications
from moderation.models import LONGEST_REASON, LONGEST_REPORT, LONGEST_SILENCE, Action, Report, Silence
from talk import queries as talk
from talk.models import Message

Kind = Action.Kind


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a report or decision: a player, a game, a club, or a message, which stands for its author and
    game.
    """

    player: User | None = None
    game: Game | None = None
    message: Message | None = None
    club: Club | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """The actions *kinds*, the reason that the player reads, and for how many days a silence lasts."""

    kinds: Collection[str]
    note: str = ""
    days: int | None = None


@tried_again
def report(*, reporter: User, subject: Subject, reason: str, now: datetime, text: str = "") -> Report:
    """Store a report for the moderators, with the text of a reported message. Returns the report.

    Repeating an undecided report returns the first one. Raises `Unreadable`, `NotFound` or `TooMany`.
    """
    if reason not in Report.Reason.values:
        raise refusals.Unreadable("no_reason", _("Choose a reason for your report."))
    if len(text) > LONGEST_REPORT:
        raise refusals.Unreadable("too_long", _("A report can have at most %(n)d characters.") % {"n": LONGEST_REPORT})
    player, game, message = subject.player, subject.game, subject.message
    if message is not None:
        player, game = message.author, message.game
        if not may_read(message, reporter):
            raise refusals.NotFound("unknown_message", _("Message not found."))
    if player is None and game is None and subject.club is None:
        raise refusals.Unreadable("nothing", _("Choose a player or a game to report."))
    if player == reporter:
        raise refusals.Unreadable("yourself", _("You can’t report yourself."))
    if player is not None and player.is_bot:
        raise refusals.Unreadable("computer", _("You can’t report a computer. Report the game instead."))
    about = {"reporter": reporter, "player": player, "game": game, "message": message, "club": subject.club}
    with transaction.atomic():
        database.hold(reporter)  # one report at a time for each reporter
        if (known := Report.objects.filter(**about, reason=reason, decided_at=None).first()) is not None:
            return known
        limits.check("report", reporter)
        quoted = message.said if message else ""
        return Report.objects.create(**about, reason=reason, text=text, said=quoted, at=now)


def may_read(message: Message, reader: Reader) -> bool:
    """Whether *reader* may read a message: in a game, of two people, or in the chat of a club."""
    if message.room == Message.Room.CLUB:
        return isinstance(reader, User) and chat.may_read(message, reader)
    return talk.may_read(message, reader)


def must_not_judge(report: Report, moderator: User) -> bool:
    """Whether the report is by or about *moderator* or about their game, so that another moderator must decide."""
    if moderator.pk == report.player_id or (moderator.pk == report.reporter_id and report.decided_at is None):
        return True
    if report.club is not None and organises(report.club, moderator):
        return True
    return report.game_id is not None and Seat.objects.filter(game=report.game_id, player=moderator).exists()


def possible(report: Report) -> list[Action.Kind]:
    """The actions that a moderator can choose for this report."""
    kinds = [Kind.DISMISS]
    if report.player is not None and report.player.deleted_at is None:
        silenced = Silence.objects.filter(player=report.player).exists()
        kinds += [Kind.WARN, Kind.SILENCE, *([Kind.SPEAK] if silenced else [])]
        kinds += [Kind.CLOSE if report.player.is_active else Kind.REOPEN]
    if report.message_id is not None:
        kinds += [Kind.REMOVE]
    if report.club is not None:  # the name of a closed one stays in its matches
        kinds += [Kind.HIDE if report.club.hidden_at is None else Kind.SHOW, Kind.RENAME]
        kinds += [] if report.club.is_closed else [Kind.SHUT]
    if report.game is not None and report.game.annulled_at is None and report.game.status in {"playing", "finished"}:
        kinds += [Kind.ANNUL]
    return kinds


@tried_again
def decide(*, report_id: int, moderator: User, decision: Decision, now: datetime) -> None:
    """Decide on a report and carry out the actions.

    Raises `Unreadable`, `Forbidden`, or `NotNow` if another moderator has decided.
    """
    with transaction.atomic():
        reports = Report.objects.select_for_update(of=("self",)).select_related("player", "game", "club", "decided_by")
        report = reports.get(pk=report_id)
        _check(report, moderator, decision)
        report.decided_at, report.decided_by = now, moderator
        if report.player is not None and report.player.deleted_at is not None:
            report.said = ""  # we stored it only for this decision
        report.save(update_fields=["decided_at", "decided_by", "said"])
        actions = Action.objects.bulk_create(
            _action(report, kind, decision.note, decision.days if kind == Kind.SILENCE else None)
            for kind in decision.kinds
        )
    for action in actions:
        queues.finish(decisions, action, now)


@tried_again
def intervene(*, moderator: User, subject: Subject, kind: Action.Kind, note: str, now: datetime) -> None:
    """Act on a player or a game without a report; stored as a decided report by *moderator*.

    Called by the admin and for suspicious pairs. Raises `Unreadable`, `Forbidden`, or `NotNow` if the action isn't
    possible or was already done.
    """
    if subject.player is not None:
        must_be_below(subject.player, moderator)
    report = Report(reporter=moderator, player=subject.player, game=subject.game, reason=Report.Reason.OTHER, at=now)
    report.decided_at, report.decided_by = now, moderator
    if must_not_judge(report, moderator):
        raise _involved()
    _check_note(note)
    if kind not in possible(report):
        raise refusals.NotNow("not_possible", _("This isn’t possible here, or it has already been done."))
    with transaction.atomic():
        report.save()
        action = _action(report, kind, note)
        action.save()
    queues.finish(decisions, action, now)


def _action(report: Report, kind: str, note: str, days: int | None = None) -> Action:
    """An action of whoever decided the report, to be done at once; not stored yet. What is done to a club concerns its
    owner, who reads why.
    """
    assert report.decided_at is not None
    return Action(
        report=report,
        moderator=report.decided_by,
        player=owner(report.club) if report.club is not None else report.player,
        kind=kind,
        note=note,
        at=report.decided_at,
        days=days,
        due=report.decided_at + decisions.lease,
    )


def must_be_below(player: User, moderator: User) -> None:
    """Raises `Forbidden` for the moderator's own account, for computers and, except for administrators, for staff."""
    if player == moderator:
        raise _involved()
    if player.is_bot:
        raise refusals.Forbidden("computer", _("You can’t do this to a computer’s account."))
    if (player.is_staff or player.is_superuser) and not moderator.is_superuser:
        raise _staff()


def _check(report: Report, moderator: User, decision: Decision) -> None:
    kinds, days = set(decision.kinds), decision.days
    if report.decided_at is not None:
        who = report.decided_by.name if report.decided_by else "?"
        raise refusals.NotNow("decided", _("%(name)s has already decided this report.") % {"name": who})
    if must_not_judge(report, moderator):
        raise _involved()
    if not kinds or not kinds <= {kind.value for kind in possible(report)}:
        raise refusals.Unreadable("no_decision", _("Choose at least one action."))
    if Kind.DISMISS in kinds and len(kinds) > 1:
        raise refusals.Unreadable("contradiction", _("You can’t combine “No action” with other actions."))
    _check_note(decision.note, needed=kinds != {Kind.DISMISS})
    if Kind.SILENCE in kinds and (days is None or not 1 <= days <= LONGEST_SILENCE):
        raise refusals.Unreadable("no_days", _("Enter a number of days from 1 to %(n)d.") % {"n": LONGEST_SILENCE})
    about_staff = report.player is not None and (report.player.is_staff or report.player.is_superuser)
    if about_staff and kinds & {Kind.CLOSE, Kind.REOPEN}:  # only administrators close or reopen these
        raise _staff()


def _check_note(note: str, *, needed: bool = True) -> None:
    if needed and not note.strip():
        raise refusals.Unreadable("no_reason", _("Give a reason. The player will see it."))
    if len(note) > LONGEST_REASON:
        raise refusals.Unreadable(
            "too_long", _("The reason can have at most %(n)d characters.") % {"n": LONGEST_REASON}
        )


def _involved() -> refusals.Forbidden:
    return refusals.Forbidden("involved", _("This is about you or one of your games. Another moderator must decide."))


def _staff() -> refusals.Forbidden:
    return refusals.Forbidden("staff", _("Only an administrator can do this to a staff account."))


class Decisions(Queue[Action]):
    """Actions that moderators decided. The moderator's request does them at once; repeating one changes nothing."""

    name = "decisions"
    model = Action
    lease = timedelta(minutes=1)
    order = ("pk",)

    def rows(self) -> QuerySet[Action]:
        return Action.objects.select_related("report__club", "player", "moderator")

    def work(self, action: Action, now: datetime, /) -> None:
        """Do one action. We notify the player once, after the decision's last action."""
        _do(action, now)
        _note_done(action, now)


decisions = Decisions()


@tried_again
@transaction.atomic
def _note_done(action: Action, now: datetime) -> None:
    report = Report.objects.select_for_update(of=("self",)).select_related("player").get(pk=action.report_id)
    done = Action.objects.filter(pk=action.pk, done_at=None).update(done_at=now, due=None)
    if done and not report.actions.filter(done_at=None).exists():
        notifications.tell(report, now)


def _do(action: Action, now: datetime) -> None:
    report, player = action.report, action.player
    match action.kind:
        case Kind.SILENCE if player is not None:
            silence(player, action.at + timedelta(days=action.days or 1))
        case Kind.SPEAK:
            Silence.objects.filter(player=player).delete()
        case Kind.REMOVE if report.message is not None:
            Message.objects.filter(pk=report.message.pk, removed_at=None).update(removed_at=now)
            if report.game is not None:
                live.show_panel(report.game.public_id, "talk")
        case Kind.ANNUL if report.game is not None:
            _annul(report.game.public_id, action.moderator, now)
        case Kind.CLOSE if player is not None:
            User.objects.filter(pk=player.pk).update(is_active=False)
            live.hang_up(player.pk)
            farewell.leave(player)
        case Kind.HIDE | Kind.SHOW | Kind.RENAME | Kind.SHUT if report.club is not None:
            moderate(report.club, action.kind, now)
        case Kind.REOPEN if player is not None:
            User.objects.filter(pk=player.pk, deleted_at=None).update(is_active=True)


def silence(player: User, until: datetime) -> None:
    """The player can't write in chats until *until*. This never shortens a silence."""
    Silence.objects.get_or_create(player=player, defaults={"until": until})
    Silence.objects.filter(player=player, until__lt=until).update(until=until)


def _annul(public_id: str, moderator: User | None, now: datetime) -> None:
    try:
        games.annul_game(public_id=public_id, now=now, by=moderator)
    except refusals.NotNow as refused:
        if refused.code not in {"annulled", "no_result"}:  # nothing left to annul
            raise
