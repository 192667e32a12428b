// What happened at the table, turn by turn and in words: for the live region, the status, the strip of news and the
// bubbles at the seats. Pure.

import { firstAnswer } from "../extras/registry.js";
import { gettext as _, interpolate, listed, ngettext } from "../text/i18n.js";
import { playsOf, seatAndText } from "../text/notation.js";
import { moveInWords, mover, notesInWords, roundEndInWords, seatName, whatOf, withRemarks } from "./sentences.js";

/**
 * The moves of a position up to its ply, as events like those of the view's `since`.
 * @type {(position: Pick<Position, "deal" | "moves" | "by" | "ply">) => PastMove[]}
 */
export const eventsOf = ({ deal, moves, by, ply }) =>
  moves.slice(0, ply).map((text, index) => {
    const [seat, move] = seatAndText(text);
    return { deal, ply: index + 1, seat, move, by: by[index] ?? "player" };
  });

/** @type {(event: { move?: MoveText }) => boolean} */
const isDraw = ({ move }) => Boolean(move?.startsWith("draw"));
/** @type {(event: PastMove, you: number | null) => boolean} */
const isOwn = ({ seat, by, ...event }, you) => seat === you && ["player", "planned"].includes(by) && !isDraw(event);

/**
 * The events after the last move of *you*; a draw doesn't count as one. For watchers: all events.
 * @type {(events: PastMove[], you: number | null) => PastMove[]}
 */
export const sinceOwnMove = (events, you) => events.slice(events.findLastIndex((event) => isOwn(event, you)) + 1);

/**
 * Whether the next event of the same seat can belong to *turn*. After a play only on trains, and only if no event
 * between them is left out.
 * @type {(turn: Turn, event: PastMove | RoundEvent) => boolean}
 */
const goesOnWith = ({ end, ply }, event) =>
  !end || (event.ply === Number(ply) + 1 && /^\S+>(T\d|M)$/.test(end.move ?? ""));

/**
 * Events as turns: {seat, deal, ply, drawn, tile, moves, end}. *drawn*: the number of tiles drawn. *tile*: the last of
 * them, if the reader knows it. *moves*: all but the draws. *end*: the last of these, null before the first. The end of
 * a round is a turn without a seat.
 * @type {(events: (PastMove | RoundEvent)[]) => Turn[]}
 */
export function turnsOf(events) {
  const turns = /** @type {Turn[]} */ ([]);
  for (const event of events) {
    const before = turns.at(-1);
    const goesOn = before && before.seat === event.seat && before.deal === event.deal && goesOnWith(before, event);
    const turn = goesOn ? before : newTurn(event);
    Object.assign(turn, { deal: event.deal, ply: event.ply });
    if (isDraw(event)) Object.assign(turn, { drawn: turn.drawn + 1, tile: event.move?.split(" ")[1] ?? null });
    else Object.assign(turn, { end: event, moves: event.type ? undefined : [...(turn.moves ?? []), event] });
    if (!goesOn) turns.push(turn);
  }
  return turns;
}

/**
 * The turns to announce after *news*. On trains, a turn of several moves is announced once, when it has ended; the
 * reader's own ones as they come.
 * @type {(view: GameView, news: GameEvent[]) => Turn[]}
 */
export function endedTurns(view, news) {
  const turns = turnsOf(news);
  if (!view.rules.trains || !view.round) return turns;
  const all = turnsOf(eventsOf({ ...view.round, deal: view.deal, by: view.by, ply: Infinity }));
  const running = view.round.turn === all.at(-1)?.seat ? all.pop() : null;
  return turns
    .filter(({ seat, ply }) => seat === view.you || !running || ply !== running.ply)
    .map(
      (turn) => (turn.seat !== view.you && all.find(({ deal, ply }) => deal === turn.deal && ply === turn.ply)) || turn,
    );
}

/** @type {(event: PastMove | RoundEvent) => Turn} */
const newTurn = ({ seat, deal, ply }) =>
  /** @type {Turn} */ ({ seat: seat ?? null, deal, ply, drawn: 0, tile: null, moves: [], end: null });

/** @type {(turn: Turn) => boolean} */
const isPass = ({ end }) => end?.move === "pass";

/**
 * A turn without a draw or a play, because nothing fitted. In an auction, players can also choose to pass.
 * @type {(view: GameView, turn: Turn) => boolean}
 */
const isBare = (view, turn) =>
  isPass(turn) &&
  !turn.drawn &&
  (turn.end?.by === "forced" || !view.rules.auction) &&
  !remarksOf(view, /** @type {PastMove} */ (turn.end)).length;

/**
 * What a move paid besides; known for the running deal, and for events that carry it.
 * @type {(view: GameView, event: PastMove) => Remark[]}
 */
const remarksOf = (view, { deal, ply, remarks }) =>
  remarks ?? (deal === view.deal ? (view.round?.remarks ?? []) : []).filter((remark) => remark.ply === ply);

/**
 * What the layout doesn't show: passes, draws, bids.
 * @type {(turn: Turn) => boolean}
 */
export const isInvisible = ({ drawn, end }) => drawn > 0 || Boolean(end && end.type !== "round" && !playsOf(end.move));

/** @type {(view: GameView, turn: MoveTurn, who: { name: string; you: boolean }) => string} */
const drew = (view, { seat, drawn, tile, end }, { name, you }) => {
  const then = end === null ? "" : end.move === "pass" ? "pass" : "play";
  const several = {
    "": [
      ngettext("%(name)s drew %(n)s tile", "%(name)s drew %(n)s tiles", drawn),
      ngettext("You drew %(n)s tile", "You drew %(n)s tiles", drawn),
    ],
    pass: [
      ngettext("%(name)s drew %(n)s tile and passed", "%(name)s drew %(n)s tiles and passed", drawn),
      ngettext("You drew %(n)s tile and passed", "You drew %(n)s tiles and passed", drawn),
    ],
    play: [
      ngettext("%(name)s drew %(n)s tile and played %(what)s", "%(name)s drew %(n)s tiles and played %(what)s", drawn),
      ngettext("You drew %(n)s tile and played %(what)s", "You drew %(n)s tiles and played %(what)s", drawn),
    ],
  }[then];
  return interpolate(you && drawn === 1 && tile && !then ? _("You drew %(tile)s") : several[Number(you)], {
    name,
    n: drawn,
    tile,
    what: then === "play" ? whatOf(playsOf(end?.move ?? "") ?? [], view, seat) : "",
  });
};

/**
 * One turn as a sentence, without the full stop.
 * @type {(view: GameView, turn: Turn) => string}
 */
export function turnInWords(view, turn) {
  if (turn.end?.type === "round")
    return [
      interpolate(_("Round %(round)s has ended."), { round: turn.end.round }),
      roundEndInWords(turn.end, view),
      ...notesInWords(turn.end, view),
    ].join(" ");
  const moved = /** @type {MoveTurn} */ (turn);
  return withRemarks(view, moved.seat, moved.end ? remarksOf(view, moved.end) : [], moveTurnInWords(view, moved));
}

/** @type {(view: GameView, turn: MoveTurn) => string} */
function moveTurnInWords(view, turn) {
  const { seat, end, drawn } = turn;
  const decided = turn.moves?.find(({ by }) => by !== "forced") ?? end; // not the pass after it
  const who = mover(view, seat, decided?.by, decided?.move);
  const { name, you } = who;
  /** @type {Say} */
  const say = (third, second, values = {}) => interpolate(you ? second : third, { name, ...values });
  const inAll = firstAnswer("turnInWords", view, turn, say);
  if (inAll) return inAll;
  if (isBare(view, turn)) return say(_("%(name)s had nothing to play"), _("You had nothing to play"));
  const plays = end && playsOf(end.move);
  const special = end && firstAnswer("moveInWords", end.move, say, end.ply);
  if (drawn && !special && (!end || plays || isPass(turn))) return drew(view, turn, who);
  if (drawn) return [drew(view, { ...turn, end: null }, who), moveTurnInWords(view, { ...turn, drawn: 0 })].join(". ");
  if (special) return special;
  if (isPass(turn)) return say(_("%(name)s passed"), _("You passed"));
  if (plays?.[0].onto === null) return say(_("%(name)s led %(tile)s"), _("You led %(tile)s"), plays[0]);
  if (plays) return say(_("%(name)s played %(what)s"), _("You played %(what)s"), { what: whatOf(plays, view, seat) });
  return end ? moveInWords(end.move, name, { you, by: end.by, ply: end.ply, view, seat }) : "";
}

/**
 * All *turns* as sentences. Neighbours who had nothing to play share one; no sentence is repeated.
 * @type {(view: GameView, turns: Turn[]) => string}
 */
export function happenedInWords(view, turns) {
  const sentences = [];
  const isOther = (/** @type {Turn} */ turn) =>
    turn.seat !== view.you && (isBare(view, turn) || (view.rules.trains && isPass(turn) && turn.moves?.length === 1));
  for (let from = 0; from < turns.length; from += 1) {
    let to = from;
    while (isOther(turns[from]) && to + 1 < turns.length && isOther(turns[to + 1])) to += 1;
    const alike = /** @type {MoveTurn[]} */ (turns.slice(from, to + 1));
    const names = [...new Set(alike.map(({ seat }) => seatName(view, seat)))];
    sentences.push(
      names.length > 1
        ? (firstAnswer("passesInWords", view, alike, listed(names)) ??
            interpolate(_("%(names)s had nothing to play"), { names: listed(names) }))
        : turnInWords(view, turns[from]),
    );
    from = to;
  }
  return joined([...new Set(sentences)]);
}

/**
 * Keeps a tile's name on one line.
 * @type {(text: string) => string}
 */
export const unbroken = (text) => text.replace(/(\d)-(\d)/g, "$1-\u2060$2");

/**
 * Joins sentences, each with its full stop.
 * @type {(sentences: string[]) => string}
 */
export const joined = (sentences) =>
  sentences
    .filter(Boolean)
    .map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(" ");

/**
 * A turn in the few words that fit at a seat; null if the layout shows it.
 * @type {(turn: Turn) => string | null}
 */
export function bubbleInWords(turn) {
  const { drawn, end } = turn;
  const drawing = drawn ? interpolate(_("draws %(n)s"), { n: drawn }) : "";
  const [word, points] = end?.move?.split(" ") ?? [];
  /** @type {Record<string, string>} */
  const endings = { pass: _("passes"), bid: interpolate(_("bids %(points)s"), { points }), redeal: _("new deal") };
  const ending = endings[word];
  return [drawing, ending].filter(Boolean).join(", ") || null;
}

/**
 * What the layout doesn't show since the reader's own last move, the latest for each seat: [{seat, ply, text}].
 * For a watcher, it stays until the seat's next turn.
 * @type {(view: GameView, position: Position) => { seat: number; ply: number; text: string }[]}
 */
export function marksOf(view, position) {
  const last = new Map();
  const turns = /** @type {MoveTurn[]} */ (turnsOf(sinceOwnMove(eventsOf(position), view.you)));
  for (const turn of turns) {
    const text = firstAnswer("bubble", view, position, turn) ?? bubbleInWords(turn);
    if (text) last.set(turn.seat, { seat: turn.seat, ply: turn.ply, text });
    else if (view.you === null) last.delete(turn.seat);
  }
  return [...last.values()];
}

/**
 * The same in sentences, and whether all players have passed since. Watchers get the last round of turns.
 * @type {(view: PlayedView) => { sentences: string; allPassed: boolean }}
 */
export function unseenInWords(view) {
  const events = eventsOf({ ...view.round, deal: view.deal, by: view.by, ply: Infinity });
  const turns = turnsOf(sinceOwnMove(events, view.you));
  const recent = view.you === null ? turns.slice(1 - view.seats.length) : turns;
  const last = new Map(recent.filter(isInvisible).map((turn) => [turn.seat, turn]));
  const own = last.get(view.you);
  last.delete(view.you);
  // On trains, the rows show what others did, and the reader’s own draw is told only until their next turn.
  if (view.rules.trains) last.clear();
  const isPast = view.rules.trains && own?.end && view.round.turn === view.you;
  const shown = [...last.values(), ...(own && !isPast ? [own] : [])];
  return { sentences: happenedInWords(view, shown), allPassed: turns.length > 0 && turns.every(isPass) };
}
