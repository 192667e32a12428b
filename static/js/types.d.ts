// The values that scripts share, for `tsc` alone (jsconfig.json): the server's JSON, and the state of the page.
// games/api/view_shape.py says what each field of the view means. tests/pages/test_script_types.py compares the two.

/** As in rules.md 10: "5-3". */
type Tile = string;
/** A move as in rules.md 10: "5-3>6-5", "draw", "pass". */
type MoveText = string;
/** A move of a deal with its seat: "1 5-3>6-5". */
type SeatAndMove = string;
/** Who made a move. */
type By = "player" | "planned" | "clock" | "forced" | "bot";
type Level = "beginner" | "casual" | "solid" | "good" | "strong" | "master";

// ---- The view of a game (games/shown/table_view.py) --------------------------------------------------

interface AnyGameView {
  id: string;
  version: number;
  status: "open" | "playing" | "finished" | "aborted";
  variant: string;
  name: string;
  options: Record<string, unknown>;
  visibility: string;
  rated: boolean;
  appointed: boolean;
  you: number | null;
  host: number | null;
  seats: SeatLine[];
  clock: RunningClock;
  created: string;
  finished: string | null;
  annulled: string | null;
  deadline: string | null;
  last_moment: string | null;
  outage: { began: string | null; ended: string } | null;
  now: string;
  round: RoundView | null;
  deal: number | null;
  by: By[];
  signals: PartnerSignal[];
  commitment: string;
  scores: ScoreLine[];
  rules: Rules;
  sheet: Sheet;
  totals: number[];
  outcome: Outcome | null;
  seen: number | null;
  since: GameEvent[];
  rematch: Rematch | null;
}

/** A game has rounds from its start on. */
type OpenView = AnyGameView & { round: null; deal: null };
type PlayedView = AnyGameView & { round: RoundView; deal: number };
type GameView = OpenView | PlayedView;

interface SeatLine {
  seat: number;
  side: number;
  name: string | null;
  face: string | null;
  guest: boolean;
  program: boolean;
  computer: Level | null;
  stand_in: Level | null;
  stood_in: boolean;
  missed: number;
  left: boolean;
  away: string | null;
  points: number | null;
  result: string;
}

interface RunningClock {
  kind: string;
  seconds: number | null;
  bank: number | null;
  increment: number | null;
  cap: number | null;
  pauses: boolean;
  misses: string;
  misses_most: number | null;
  lasts: number | null;
  left: (number | null)[];
  stands_until: string | null;
}

interface Outcome {
  winners: number[];
  reason: string;
  totals: number[];
}

interface RoundLine {
  round: number;
  over: "out" | "blocked";
  by: number | null;
  winner: number | null;
  pips: number[];
  written: number[];
  totals: number[];
  notes: string[];
}

interface Ledger {
  right: number | null;
  debtor: number | null;
  tries: number;
  eggs: number;
}

interface ScoreLine extends RoundLine {
  deal: number;
  ends?: number[];
  draws?: number[];
  bids?: number[];
  passes?: number[];
  kept?: number[];
  ledger?: Ledger;
  more?: Record<string, number>;
  next?: Record<string, number>;
  compared?: number[][];
  untaken?: number;
}

interface Sheet {
  counts: "points" | "generals" | "account";
  goal: "low" | "high";
  open_at: number;
  remember: boolean;
  during: boolean;
  notes: boolean;
  divisors: number[];
  alike: boolean;
  exact: number | null;
  love: number | null;
  finish_pays: "add" | "instead" | "times";
  rounds: number | null;
  stations: number | null;
  words: Record<string, string>;
}

interface Rules {
  set: number;
  doubles: boolean;
  without: Tile[];
  hand: number;
  leads: string[];
  sum: number | null;
  matador: boolean;
  fill: boolean;
  arms: number;
  rows: boolean;
  trains: boolean;
  openings: boolean;
  covers: boolean;
  double_out: boolean;
  draws: boolean;
  auction: boolean;
  pick: boolean;
  two_ends: boolean;
  redeal: boolean;
  signals: boolean;
  remarks: boolean;
  queue: boolean;
  dealt: number;
  aside: Tile | null;
}

interface LaidTile {
  tile: Tile;
  onto: Tile | null;
  at: number | null;
  arm: string;
  seat: number | null;
  ply: number;
  spinner?: boolean;
  closed?: boolean;
  lengthwise?: boolean;
  out?: number;
}

interface OpenEnd {
  tile: Tile;
  value: number;
  arm: string;
}

/** In Mexican Train (rules.md 9.7): of a seat ("T0") or for all ("M"). */
interface Train {
  of: string;
  end: number;
  open: boolean;
  tiles: number;
}

interface RoundView {
  round: number;
  ply: number;
  turn: number | null;
  hand: Tile[] | null;
  hands: number[];
  boneyard: number;
  reserve: number;
  open: Tile[][] | null;
  start: Tile | null;
  turned: Tile | null;
  unfilled: Tile | null;
  layout: LaidTile[];
  ends: OpenEnd[];
  trains: Train[] | null;
  cover: string | null;
  count: number | null;
  legal: MoveText[];
  legal_counts: (number | null)[] | null;
  legal_scores: number[] | null;
  legal_taken: number[] | null;
  moves: SeatAndMove[];
  remarks: Remark[];
  totals: number[];
  /** Without *deal* and what was scored in play. */
  result: RoundLine | null;
  outcome: Outcome | null;
}

/** What a move paid, or didn't, besides what its tiles show. */
interface Remark {
  ply: number;
  why: "lead" | "round" | "target" | "out";
  side: number;
  points: number;
}

interface MoveEvent {
  version: number;
  deal: number;
  ply: number;
  seat: number;
  move: MoveText;
  by: By;
  type?: undefined;
}

interface RoundEvent extends ScoreLine {
  version?: number;
  type: "round";
  seat?: undefined;
  ply?: undefined;
  move?: undefined;
}

type GameEvent = MoveEvent | RoundEvent;

interface PartnerSignal {
  seat: number;
  signal: "wink" | "puff";
}

interface Rematch {
  id: string;
  by: string | null;
  host: number | null;
  status: string;
  accepted: number[];
  waiting: number[];
}

// ---- A finished deal (games/shown/replay.py) ---------------------------------------------------------

interface Replay {
  id: string;
  deal: number;
  round: number;
  names: (string | null)[];
  /** The end of the deal, as watchers see it. */
  view: RoundView;
  frames: Frame[];
  by: By[];
  score: ScoreLine | null;
  check: Check;
}

/** The table after a move (rules/view.py); the first is the deal. */
interface Frame {
  ply: number;
  seat: number | null;
  move: MoveText | null;
  turn: number | null;
  hands: Tile[][];
  boneyard: number;
  ends: OpenEnd[];
  count: number | null;
  scored: number;
  totals: number[];
  /** In games where a move can take tiles away; else it is the beginning of the last layout. */
  layout?: LaidTile[];
  trains?: Train[];
  cover?: string | null;
}

// ---- What the page knows (table/state.js) ------------------------------------------------------------

/** One tile against one end. */
interface Play {
  text: MoveText;
  tile: Tile;
  /** A tile; in Sausage a line; in Mexican Train a train. */
  onto: string | null;
  at: number | null;
  out: number | null;
  lengthwise: boolean;
  closed: boolean;
  place: string;
}

/** A legal move that lays tiles. */
interface Lay {
  text: MoveText;
  plays: Play[];
}

/** What the felt shows. */
type Scene =
  | { kind: "now"; deal?: undefined; ply?: undefined; index?: undefined; from?: undefined }
  | { kind: "step"; deal: number; ply: number; index?: undefined; from?: Scene }
  | { kind: "play"; deal: number; ply: number; index: number; from?: undefined }
  | { kind: "over"; deal: number; ply?: undefined; index?: undefined; from?: undefined };

interface State {
  /** *api*: the address of a study's record. */
  view: GameView & { api?: string };
  deals: Record<number, Replay>;
  scene: Scene;
  since: GameEvent[];
  /** The version of the view that the page came with. */
  cameWith: number;
  picking: Tile | null;
  laid: Play[];
  sent: MoveText | null;
  notice: string;
  why: { tile: Tile; text: string } | null;
  connection: "connecting" | "live" | "polling" | "offline";
  present: number[];
  watchers: number;
}

/** The position that a scene shows (look_back/scene.js). */
interface Position {
  deal: number;
  round: number;
  layout: LaidTile[];
  ply: number;
  ends: OpenEnd[];
  trains?: Train[] | null;
  cover?: string | null;
  count?: number | null;
  counts: number[];
  hands: Tile[][] | null;
  boneyard: number;
  turn: number | null;
  turned?: Tile | null;
  totals: number[];
  moves: SeatAndMove[];
  remarks?: Remark[];
  by: By[];
  scoreLine: ScoreLine | null;
  last: number | null;
  isOver: boolean;
}

/** A player's moves until another one moves (table/turns.js). */
interface MoveTurn {
  seat: number;
  deal: number;
  ply: number;
  drawn: number;
  tile: Tile | null;
  moves: PastMove[];
  end: PastMove | null;
}

/** The end of a round, told as a turn. */
interface RoundTurn {
  seat: null;
  deal: number;
  ply?: undefined;
  drawn: number;
  tile: null;
  moves?: undefined;
  end: RoundEvent;
}

type Turn = MoveTurn | RoundTurn;

/** A move of a position; its version isn't known. Its remarks are those of the view if the deal is the view's. */
type PastMove = Omit<MoveEvent, "version"> & { remarks?: Remark[] };

/** Whose names sentences need. */
type Named = { you: number | null; seats: { name: string | null }[] };

/** Says a sentence about a player or, in the second form, about the reader. */
type Say = (third: string, second: string, values?: Record<string, unknown> | Play) => string;

/** Games won by side, and those that no side won alone (history/rematches.py). */
interface Series {
  won: number[];
  drawn: number;
}

/** Advice about a lost round, as a sentence (learn/analysis/api.py). */
interface Advised {
  advice: { ply: number } | null;
  /** The path of the puzzle in it; empty if there is none. */
  puzzle: string;
  text: string;
}

/** What a browser stores for the site (app/storage.js). Values are JSON. */
interface Stored {
  /** The value; null if there is none, undefined if the browser blocks the storage. */
  read(name: string): any;
  /** Whether the browser has stored it. */
  write(name: string, value: unknown): boolean;
  remove(name: string): void;
  names(): string[];
}

/** A move that waits for an answer (app/unsent_move.js). */
interface UnsentMove {
  move: MoveText;
  version: number;
  you: number | null;
  key: string;
}

/** A hand of a round as its player lined it up (extras/kept_hand.js); *asked*: they were asked about a double. */
interface KeptHand {
  deal: number;
  runs: string[][];
  asked?: boolean;
}

// ---- Geometry ----------------------------------------------------------------------------------------

interface Point {
  x: number;
  y: number;
}

interface Rect extends Point {
  w: number;
  h: number;
}

/** A place for a bubble, and what it would cover there. */
interface Spot {
  rect: Rect;
  cost: number;
}

/** Px of the felt that something covers, at its edges, and by buttons in its lower right corner. */
interface Covered {
  top?: number;
  bottom?: number;
  right?: number;
  corner?: { width: number; height: number };
}

/** How a layout is drawn (geometry/fit.js). */
interface Aimed extends Point {
  fitting: number;
  unit: number;
  width: number;
  height: number;
}

/** A place for a tile, in half-units. *d*: the direction in which it continues: 0 right, 1 down, 2 left, 3 up. */
interface Place extends Rect {
  d: number;
  turn: "straight" | "beside" | "beyond" | "apart";
}

/** An end of an arm, in half-units. *p*: the middle of the open edge. *d*: the way out of it. */
interface ArmEnd {
  p: Point;
  d: number;
  /** Number of its tile, in order of play. */
  tile: number;
  value: number;
  arm: "line" | "side";
  onDouble: boolean;
  branching: boolean;
  travel: number;
  drift: number;
  row: number | null;
}

/** The rules that say how tiles join. *arms*: of a leading spinner; four, unless it says otherwise. */
interface Joining {
  sum?: number | null;
  arms?: number;
}

/**
 * A box for a layout, in units. *gap*: half-units kept clear around a tile. *pitch*: half-units from arm to arm of a hub;
 * *bar*: half-units of it beyond the outer ones. *needed*: the ends that need room.
 */
interface Box {
  columns: number;
  rows: number;
  gap: number;
  pitch: number;
  bar: number;
  needed: Set<string> | null;
}

/** How a tile is laid. */
interface Shape {
  meets: number;
  opens: number;
  crosswise: boolean;
}

/** A tile to place: one of a layout, or a play. */
interface Laying {
  tile: Tile;
  onto: Tile | null;
  at?: number | null;
  out?: number | null;
  arm?: string;
  ply?: number;
  seat?: number | null;
  spinner?: boolean;
  closed?: boolean;
  lengthwise?: boolean;
}

/** A place that was chosen for a tile. */
interface Choice {
  end: ArmEnd | null;
  place: Place;
  shape: Shape;
}

/** A place at an open end that could be chosen. */
interface Option extends Choice {
  end: ArmEnd;
  cost: number;
}

/** What fits at an open end. */
interface Room {
  places: Place[];
  takesDouble: boolean;
}

/** The corners of a rectangle. */
interface Bounds {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

interface PlacedTile extends Rect {
  tile: Tile;
  onto: Tile | null;
  ply?: number;
  seat?: number | null;
  values: number[];
  vertical: boolean;
  closed: boolean;
  spinner: boolean;
  apart: boolean;
  hub: number;
  /** The end it lies against, in units. */
  from?: (Point & { d?: number }) | null;
}

interface PlacedEnd extends Point {
  d: number;
  tile: Tile;
  value: number;
  arm: string;
}

interface Arranged {
  tiles: PlacedTile[];
  ends: PlacedEnd[];
  bounds: Rect;
  ghost: (played: Laying) => PlacedTile;
}

// ---- Sausage -----------------------------------------------------------------------------------------

type Line = "A" | "B";

/** Where a move puts its tile. */
type Placement = AtEnd | Insertion | Cut;

interface AtEnd {
  kind: "end";
  tile: Tile;
  line: Line;
  number: null;
}

interface Insertion {
  kind: "insert";
  tile: Tile;
  line: Line;
  number: number;
}

interface Cut {
  kind: "cut";
  tile: Tile;
  line: "";
  number: number;
}

interface LineTile extends LaidTile, Rect {
  line: "" | Line;
  number: number;
  vertical: boolean;
  values: number[];
}

interface Lines {
  tiles: LineTile[];
  seams: { from: Point; to: Point }[];
  spot: (line: Line, number: number) => Point;
  start: Tile | null;
  lengths: { A: number; B: number };
  bounds: Rect;
}

/** Where a further tile goes. *seam*: where it goes in. */
interface LinePlace extends Rect {
  vertical: boolean;
  values: number[];
  seam: (Point & { h: number }) | null;
}

/** A tile of a line as in the view. */
interface LineLaid extends LaidTile {
  at: number;
}

interface CutPicture {
  gone: LineTile[];
  stay: LineTile[];
  seam: Point & { h: number };
  joint: Rect[];
  bounds: Rect;
}

/** The lines while they are rebuilt from the moves. *cut*: the tiles that the last cut sent away. */
interface PastLines {
  start: Start | null;
  A: (LinePlay & { at: number })[];
  B: (LinePlay & { at: number })[];
  counts: number[];
  cut?: Tile[];
}

type Started = PastLines & { start: Start };

interface Start extends LinePlay {
  upper: number;
}

interface LinePlay {
  tile: Tile;
  onto: null;
  seat: number;
  ply: number;
}

// ---- Texts -------------------------------------------------------------------------------------------

/** Set by dominoes_site/texts.py. */
declare var texts: { catalog?: Record<string, any>; plural?: (n: number) => number } | undefined;

// ---- The table ---------------------------------------------------------------------------------------

type Board = import("./board/board.js").Board;
type Connection = import("./table/connection.js").Connection;
type Drawing = import("./table/draw.js").Drawing;
type Hand = import("./table/hand.js").Hand;

/** A state with a round. */
type Played = State & { view: PlayedView };

/** What the reader can do (table/table.js). */
interface Act {
  pick: (tile: Tile) => void;
  lay: (play: Play) => void;
  takeBack: () => void;
  drag: (tile: Tile | null) => void;
  drop: (play: Play | null) => void;
  submit: () => void;
  send: (text: MoveText) => void;
  redraw: () => void;
  check?: () => void;
  now: () => void;
  look: (deal: number, ply: number) => void;
  step: (ply: number) => void;
  replay: () => void;
  side: () => void;
  verify: () => void;
}

interface AtTable {
  state: State;
  act: Act;
  drawing: Drawing;
}

/** The table for the modules that look back. */
interface Table {
  state: State;
  update: (next: State) => void;
  say: (sentence: string) => void;
}

/** How a hand is lined up, and what a drag within it does (extras/train_hand.js). */
interface LinedHand {
  /** As in text/lined_up.js. */
  runs: string[][];
  /** The tiles of “my train as lined up”. */
  train: Set<Tile>;
  /** More about a tile, in words. */
  words: (tile: Tile) => string;
  /** Show where *tile* would go if it were dropped there; null: nowhere. */
  over: (tile: Tile, at: Pointer | null) => void;
  /** Put *tile* there; false if that is outside of the hand. */
  drop: (tile: Tile, at: Pointer) => boolean;
}

/** Explains an unusual button until the player has understood it. */
interface Hint {
  name: string;
  text: string;
}

interface Rating {
  seat: number;
  rating: number;
  provisional: boolean;
  change: number | null;
}

interface Ratings {
  rated?: boolean;
  seats: Rating[];
}

/** The time of a seat beside it (table/time_banks.js). */
type Times = (view: GameView, seat: SeatLine, onTurn: boolean) => HTMLElement[];

/** A costly move that an analysis found. */
interface Mark {
  deal: number;
  ply: number;
  step: number;
  words: string;
  text: string;
  more: string;
}

/** Returns the ghost within a tile's length of the drop point, or *within* px of it, or null. */
type Nearest = (ghosts: Iterable<Element>, within?: number) => Play | null;

interface Pointer {
  clientX: number;
  clientY: number;
}

/** A tone of a sound: seconds, and hertz. */
interface Note {
  at?: number;
  pitch: number;
  length: number;
  loud: number;
}

/** The server's answer to a move. */
type Answer = { ok: true; version: number } | { ok: false; code: string; message: string };

/** A move that was sent. */
interface Waiting {
  move: MoveText;
  version: number;
  answer: (answer: Answer) => void;
  tries: number;
}

interface Follow {
  id: string;
  version: number;
  signals: number;
  onView: (view: GameView) => void;
  onState: (state: State["connection"]) => void;
  onPresent: (present: { seats: number[]; watchers: number }) => void;
}

interface SheetRow {
  round: number | null;
  deal: number | null;
  scoreLine: ScoreLine | null;
  faint: boolean;
  how: string;
  notes: string[];
  cells: SheetCell[];
}

interface SheetCell {
  entries: { text: string; light?: boolean }[];
  struck: number | null;
  points: number;
  /** The player went out. */
  out: boolean;
  total: number;
  won: boolean;
}

// ---- The board (board/board.js) ----------------------------------------------------------------------

/** Pictures on the halves of tiles (board/tile_pictures.js). */
interface TilePictures {
  draw: (value: number, x: number, y: number) => SVGElement;
  name: (value: number | string) => string;
}

interface Felt {
  columns: number;
  rows: number;
  unit: number;
}

/** A place that a further tile would get. *seam*: where it goes in. *small*: only a mark. */
interface GhostPlace extends Rect {
  values: number[];
  vertical: boolean;
  apart?: boolean;
  from?: (Point & { d?: number }) | null;
  seam?: (Point & { h: number }) | null;
  small?: boolean;
}

interface Ghost {
  play: Play;
  name: string;
  laid: boolean;
  sent?: boolean;
}

type PlacedGhost = Ghost & { place: GhostPlace };
type PicturedEnd = OpenEnd & { playable?: boolean };
type Leave = (node: SVGElement) => void;

/** A layout as the board draws it. */
interface OnBoard {
  tiles: (Rect & Pick<PlacedTile, "tile" | "values" | "vertical"> & Partial<PlacedTile>)[];
  ends: PlacedEnd[];
  bounds: Rect;
  ghost: (play: Play) => GhostPlace;
  marks?: SVGElement[];
}

/** A tile that lies on felt, without motion. */
interface FixedTile extends Point {
  values: number[] | null;
  vertical: boolean;
  closed?: boolean;
  spinner?: boolean;
  hub?: number;
  halo?: boolean;
  className?: string;
}

/** What the board shows; Board.show says what each part means. */
interface BoardPicture {
  id: number | string;
  layout: LaidTile[];
  rules?: Joining;
  ply?: number;
  ends?: PicturedEnd[];
  ghosts?: Ghost[];
  room?: Play[];
  covered?: Covered;
  fresh?: Set<number | undefined>;
  last?: number | null;
  waits?: Tile | null;
  arrange?: (box: Felt) => OnBoard;
  leave?: Leave | null | false;
}

/** A row of board/train_rows.js. */
interface TrainRow {
  node: HTMLElement;
  label: HTMLElement;
  words: HTMLElement;
  chip: HTMLElement;
  room: HTMLElement;
  track: HTMLElement;
  end: HTMLElement;
  play: HTMLElement;
  look: string;
}

/** Trains in rows, as TrainRows.show draws them (board/train_rows.js). */
interface TrainsPicture {
  /** In the order of the view. */
  trains: Train[];
  layout: LaidTile[];
  /** Moves after it aren't shown yet. */
  ply?: number;
  /** The highest number. */
  set: number;
  /** The train with the uncovered double. */
  cover?: string | null;
  /** By seat. */
  names: string[];
  /** The reader's seat: their train comes last. */
  you?: number | null;
  turn?: number | null;
  /** Tiles in hand, by seat. */
  counts?: number[];
  left?: boolean[];
  /** Plies of tiles to mark. */
  fresh?: Set<number>;
  /** Plies whose rows have a mark. */
  news?: Set<number>;
  last?: number | null;
  /** Seats whose rows have a bubble. */
  said?: Set<number>;
  /** Trains on which the reader may play now. */
  usable?: Set<string>;
  /** The train that waits for a tile of the hand. */
  aimed?: string | null;
  /** Trains that take the chosen tile. */
  takes?: Play[];
  /** A tile that lies on its train, but isn't played yet. */
  laid?: Play | null;
  sent?: boolean;
  /** Texts of the buttons on rows, by train. */
  buttons?: Record<string, string>;
  /** More in the labels, by seat. */
  beside?: (seat: number) => Node[];
}

/** A picture that the server describes (rulebook/pictures.py). */
interface DescribedPicture {
  kind: string;
  lines?: boolean;
  layout: LaidTile[];
  before: LaidTile[];
  change: MoveText | null;
  ends: OpenEnd[];
  sum: number | null;
  arms: number;
  fresh: number[];
  ghosts: MoveText[];
  bright: boolean;
  hands: DescribedHand[];
  trains?: DescribedTrains;
}

interface DescribedTrains {
  trains: Train[];
  cover?: string;
  set: number;
  names: string[];
  counts: number[];
  turn?: number;
  you?: number;
}

interface DescribedHand {
  name: string;
  tiles: Tile[];
  marked: Tile[];
  drawn: boolean;
}

/** The answer to a puzzle's move (learn/puzzles/board.py). */
interface PuzzleAnswer {
  made: MoveText;
  best: MoveText;
  cost: string;
  why: string;
}

/** A board in a list of games (games/shown/small_boards.py). */
interface SmallBoard {
  id: string;
  version: number;
  status: string;
  layout: LaidTile[];
  ends: OpenEnd[];
  sum: number | null;
  arms: number;
  rows: boolean;
  seats: number;
  you: number | null;
  turn: number | null;
  trains: Train[] | null;
  cover: string | null;
  /** My own tiles before the first one is played. */
  hand: string[] | null;
}

interface ArrangedSmall {
  tiles: OnBoard["tiles"];
  bounds: Rect;
  width: number;
}

// ---- Additions of single games -----------------------------------------------------------------------

interface Bid {
  seat: number;
  /** null for a pass. */
  points: number | null;
}

/** The part of a position that shows an auction. */
interface PastMoves {
  ply: number;
  moves: SeatAndMove[];
  boneyard: number;
  isOver?: boolean;
}

interface Gains {
  deal: number;
  ply: number;
  bySide: number[];
}

type WithGains = State & { gains?: Gains | null };
type WithHeard = State & { heard?: PartnerSignal[] };

// ---- The check of a deal (games/shown/proof.py) ------------------------------------------------------

interface Check {
  round_id: string;
  seed: string;
  commitment: string;
  first: string;
  secret: string | null;
  seeds: string[];
  rules: DealRules;
  tiles: Tile[];
  deal: Deal;
}

interface DealRules {
  set: number;
  doubles: boolean;
  without: Tile[];
  seats: number;
  hand: number;
  rows: boolean;
  two_ends: boolean;
  dealt: number[];
  aside: Record<string, Tile>;
  /** In Mexican Train, the double in the middle. */
  station: Tile | null;
  lead: string;
  host: number;
}

interface Deal {
  hands?: Tile[][];
  rows?: Tile[][];
  boneyard: Tile[];
  start?: Tile;
  lead?: number;
}

/** All tiles in the order for a purpose; without one, the deck. */
type Shuffled = (...purpose: string[]) => Promise<Tile[]>;

/** ok null: can't be known yet. */
interface Finding {
  ok: boolean | null;
  sentence: string;
}

/** The round as a page saw it earlier. */
interface SeenRound {
  you: number | null;
  moves: SeatAndMove[];
  hand?: Tile[] | null;
  open?: Tile[][] | null;
}

/** What the reader's own page has seen; any part may be missing. */
interface Known {
  round_id?: string;
  promised?: string;
  first?: string;
  before?: string;
  finished?: boolean;
  rules?: any;
  seats?: any[];
  scores?: any[];
  left_in?: Record<number, number>;
  replay?: Replay;
  seen?: SeenRound[];
}

/** The tiles after a move of a deal. */
interface DealtTable {
  /** By seat, which moves write as text. */
  hands: any;
  boneyard: Tile[];
  laid: Tile[];
  left: Set<string>;
}
