// Draws a state onto the page. It decides nothing: state.js knows what the reader may do.

import { moves } from "../app/motion.js";
import { late } from "../app/on_demand.js";
import { whenReleased } from "../app/press.js";
import { setTitle } from "../app/site.js";
import { Board } from "../board/board.js";
import { answers, firstAnswer } from "../extras/registry.js";
import { finishedDeals, positionOf, sheetView } from "../look_back/scene.js";
import { gettext as _, interpolate, ngettext, number } from "../text/i18n.js";
import { boardPicture } from "./board_picture.js";
import { drawMine, turningHint } from "./controls.js";
import { Hand } from "./hand.js";
import { drawLog } from "./move_list.js";
import { Clock, drawPlayers } from "./players.js";
import { drawSheet } from "./score_sheet.js";
import { tilesInWords } from "./sentences.js";
import { isMyTurn, mayTakeBack, toTell } from "./state.js";

const $ = (/** @type {string} */ id) => document.getElementById(id);

/**
 * Skips unchanged text, which would cost a layout.
 * @type {(id: string, text: string) => void}
 */
function write(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

async function preparedCards() {
  const cards = await import("./result_cards.js");
  await cards.prepare();
  return cards;
}

const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

export class Drawing {
  /** @type {Record<string, any>} */
  #late = {}; // modules that only some scenes need, by name
  /** @type {number | undefined} */
  #soon;
  #wasLive = false;
  /** @type {Position | null} */
  #bubbled = null; // the position shown when bubbles were last drawn

  /** @type {any} */
  stepper;
  /** @type {number | undefined} */
  hinted; // the version for which hints were asked
  /** @type {Rating[] | undefined} */
  ratings;
  /** @type {State | undefined} */
  state;

  /** @param {Act} act */
  constructor(act) {
    this.act = act;
    this.board = new Board($("board"), {
      label: _("The tiles on the table"),
      onGhost: act.lay,
      zooms: true,
      onZoom: (possible, large) => {
        $("zoom").hidden = !possible;
        $("zoom").setAttribute("aria-pressed", String(large));
      },
    });
    this.hand = new Hand($("hand"), {
      onPick: act.pick,
      onDrag: act.drag,
      onDrop: (nearest) => {
        const { nodes, within } = firstAnswer("places") ?? { nodes: this.board.layers.ghosts.children };
        act.drop(nearest(nodes, within));
      },
    });
    this.clock = new Clock($("clock"));
    new ResizeObserver(
      () => this.state && this.board.picture && this.#drawBoard(this.state, positionOf(this.state)),
    ).observe($("notes"));
    $("zoom").addEventListener("click", () => this.board.changeZoom((zoom) => (zoom > 1 ? 1 : 2.2)));
  }

  /**
   * Draw changes that the reader's finger didn't cause: once for all that arrive together, and never during a press.
   * @type {(state: State) => void}
   */
  drawSoon(state) {
    this.state = state;
    this.#soon ??= setTimeout(() => whenReleased().then(() => this.state && this.draw(this.state)));
  }

  #redrawSoon() {
    if (this.state) this.drawSoon(this.state);
  }

  /**
   * The module, or undefined while it loads; when it arrives, everything is drawn again.
   * @type {(name: string, path: () => Promise<any>) => any}
   */
  #fetched(name, path) {
    if (!(name in this.#late)) {
      this.#late[name] = undefined;
      late(path).then((module) => {
        if (module) this.#late[name] = module;
        else delete this.#late[name]; // the next drawing asks again
        if (module) this.#redrawSoon();
      });
    }
    return this.#late[name];
  }

  /**
   * The ratings that came with the page; newer ones are drawn when they arrive.
   * @type {(view: GameView) => Rating[]}
   */
  #ratings(view) {
    const inPage = $("ratings");
    if (!this.ratings && inPage)
      late(() => import("./ratings.js")).then((module) =>
        module?.followRatings(view.id, ({ seats }) => {
          this.ratings = seats;
          this.#redrawSoon();
        }),
      );
    /** @type {Rating[]} */
    const ratings = this.ratings ?? (inPage ? JSON.parse(inPage.textContent).seats : []);
    this.ratings = ratings;
    return ratings;
  }

  /**
   * The first drawing takes a phone longest: it pauses between its parts, so that the page answers a tap meanwhile.
   * @type {(state: State) => Promise<void>}
   */
  async begin(state) {
    for (const _part of this.#parts(state)) {
      await new Promise((goOn) => setTimeout(goOn));
      if (this.state !== state) return; // something newer has been drawn
    }
  }

  /** @type {(state: State) => void} */
  draw(state) {
    for (const _part of this.#parts(state));
  }

  /** @type {(state: State) => Generator<void>} */
  *#parts(state) {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.state = state;
    const { view, scene } = state;
    const position = positionOf(state);
    const what = isMyTurn(state) ? `● ${_("Your turn")}` : titleOf(document.querySelector("h1"));
    setTitle(`${what} · ${$("table").dataset.site}`);
    const stepper = scene.kind === "step" && this.#fetched("stepper", () => import("../look_back/stepper.js"));
    // A button stays hidden until its handler exists.
    $("table").dataset.scene = stepper === undefined ? "now" : scene.kind;
    $("table").classList.toggle("my-move", isMyTurn(state));
    answers("draw", state, position, this.act);
    const banks =
      (view.clock.kind === "bank" || view.seats.some(({ away }) => away)) &&
      this.#fetched("banks", () => import("./time_banks.js"));
    drawPlayers($("players"), view, position, {
      times: banks?.times,
      ratings: this.#ratings(view),
      present: state.connection === "live" ? state.present : [], // otherwise we don't know who has left
    });
    const rounds = view.sheet?.rounds ?? 1;
    const ofHowMany = rounds > 1 ? _("Round %(round)s of %(rounds)s") : _("Round %(round)s");
    write("round", interpolate(ofHowMany, { round: position.round, rounds }));
    write(
      "stock",
      position.boneyard || view.rules.trains // a phone's bar has no room for the sentence
        ? interpolate(_("Boneyard: %(tiles)s"), { tiles: tilesInWords(position.boneyard) })
        : _("The boneyard is empty"),
    );
    this.#drawCard(state, position);
    this.#late.cards?.follow(view);
    if (cardIsOpen()) $("strip").hidden = true; // show the result first
    this.#drawSince(state);
    yield;
    this.#drawBoard(state, position);
    yield;
    drawMine(state, position, this);
    this.#drawBubbles(state, position);
    const hint = scene.kind === "now" ? (firstAnswer("hint", state) ?? turningHint(state)) : null;
    if (hint || this.#late.hints)
      this.#fetched("hints", () => import("./button_hints.js"))?.drawHint(hint, position.ply, view.seats.length);
    this.#drawSteps(state, position, stepper);
    drawLog($("log"), view, position, (ply) => this.act.look(position.deal, ply));
    const written = sheetView(state, position);
    if (written.scores.length || written.totals.some(Boolean))
      drawSheet($("sheet"), written, written.totals, (deal) => this.act.look(deal, 0));
    $("side").removeAttribute("data-undrawn");
    this.#wasLive ||= state.connection === "live";
    $("connection").dataset.state = state.connection;
    write(
      "connection",
      {
        live: "",
        connecting: this.#wasLive ? _("Reconnecting …") : "",
        polling: _("Updated every few seconds"),
        offline: _("No connection. Trying again …"),
      }[state.connection],
    );
    const watchers = state.connection === "live" ? state.watchers : 0;
    $("watchers").hidden = !watchers;
    if (watchers)
      write("watchers", interpolate(ngettext("%(n)s watching", "%(n)s watching", watchers), { n: number(watchers) }));
    whenIdle(() => this.state === state && this.#drawWords(view, position));
  }

  /** @type {(state: State, position: Position) => void} */
  #drawBubbles(state, position) {
    this.#bubbled ??= position; // the state the page came with isn't news; whatever comes before the module loads is
    const bubbles = this.#fetched("bubbles", () => import("./bubbles.js"));
    if (!bubbles) return;
    bubbles.drawBubbles(state, position, this.#bubbled);
    // A move that the reader looked back at isn't news afterwards.
    if (state.scene.kind !== "step") this.#bubbled = position;
  }

  /**
   * The parts that no tap waits for. A phone needs as long for the first list or date in a language as for the rest of
   * a drawing.
   * @type {(view: GameView, position: Position) => void}
   */
  #drawWords(view, position) {
    this.clock.show(view);
    if (view.outage && $("outage")) this.#fetched("outage", () => import("./outage.js"))?.drawOutage(view);
    $("ends").textContent = position.ends.length
      ? interpolate(_("Open ends: %(ends)s."), {
          ends: [
            ...new Set(
              position.ends.map(({ tile, value }) => interpolate(_("%(value)s on the %(tile)s"), { value, tile })),
            ),
          ].join(", "),
        })
      : "";
  }

  /** @type {(state: State, position: Position) => void} */
  #drawBoard(state, position) {
    if (firstAnswer("board", state, position, this.act)) return;
    this.board.show({
      ...boardPicture(state, position),
      covered: coveredFelt(),
      ...firstAnswer("picture", state, position),
    });
  }

  /** @type {(state: State, position: Position, stepper: any) => void} */
  #drawSteps(state, position, stepper) {
    const { view, scene } = state;
    const over = finishedDeals(view);
    $("replay").hidden = !view.round || (view.status !== "playing" && !over.length);
    const during = "[data-dialog=abort-dialog], [data-dialog=resign-dialog], .plan-link, [data-panel-name=plan]";
    for (const part of document.querySelectorAll(during)) part.hidden = view.status !== "playing";
    const mine = view.you !== null && view.round?.turn === view.you; // no one's turn after the game
    if (mine && view.version !== this.hinted && document.querySelector("[data-panel-name=hints][open]")) {
      this.hinted = view.version; // the old hint was about another turn
      dispatchEvent(new CustomEvent("panel", { detail: "hints" }));
    }
    const undo = $("undo");
    const isChosen = state.laid.length > 0 || (state.picking && state.picking !== view.round?.turned); // has the same arrow
    if (undo) undo.hidden = !mayTakeBack(state) || scene.kind !== "now" || isChosen || Boolean(state.sent);
    for (const later of document.querySelectorAll("[data-when-over]")) later.hidden = view.status === "playing";
    if (scene.kind !== "step") return this.stepper?.stop();
    if (!stepper) return undefined;
    this.stepper ??= new stepper.Stepper($("stepper"), {
      onStep: this.act.step,
      onLeave: this.act.now,
      onLook: this.act.look,
      onVerify: this.act.verify,
    });
    return this.stepper.show(state, position, over);
  }

  /** @type {(state: State) => void} */
  #drawSince(state) {
    const { scene, laid, picking, sent } = state;
    // Otherwise the missed moves play by themselves.
    const waits = scene.kind === "now" && (!moves() || laid.length || picking || sent);
    const wanted = (scene.kind === "play" || waits) && !cardIsOpen() && toTell(state).length > 0;
    const strip = wanted && this.#fetched("since", () => import("../look_back/missed_moves.js"));
    $("since").hidden = !strip;
    if (strip) strip.drawSince(state);
  }

  /** @type {(state: State, position: Position) => void} */
  #drawCard(state, position) {
    const { view, scene } = state;
    const isOver = view.status !== "playing";
    const kind =
      scene.kind === "over"
        ? isOver && scene.deal === view.deal
          ? "game"
          : "round"
        : scene.kind === "now" && isOver
          ? "game"
          : "";
    const isNear = position.counts.includes(1); // the card is there when the hands open: neither pushes the felt
    const cards = (kind || isNear) && this.#fetched("cards", preparedCards);
    if (cards && kind) cards.drawCard(kind, state, position, this.act);
    else for (const part of ["card", "card-back"]) $(part).hidden = true;
  }
}

/** @type {(heading: Part) => string} */
const titleOf = ({ firstChild }) => (firstChild?.textContent ?? "").trim();

const BACKS = 14; // px of the felt under the tiles of the player opposite

const cardIsOpen = () => !$("card").hidden && !$("card-content").hidden;

/**
 * The px of the felt that notes, tools and a card cover. An open card lies over the whole table, so that closing it
 * shows the layout unmoved; on wide screens, that of a round lies at the side.
 */
function coveredFelt() {
  const notes = $("notes");
  const top = notes.offsetHeight ? notes.offsetTop + notes.offsetHeight : BACKS;
  const tools = $("felt-tools");
  const corner = { width: tools.offsetWidth + 4, height: tools.offsetHeight + 4 };
  const stock = { top, bottom: $("stock").parentElement?.offsetHeight ?? 0, corner };
  if ($("card").hidden) return stock;
  const over = { top, bottom: Math.max(stock.bottom, corner.height) }; // without open ends, all tiles stay clear
  if (!cardIsOpen()) return over;
  const board = $("board").getBoundingClientRect();
  const right = board.right - $("card-content").getBoundingClientRect().left + 8;
  return right < board.width / 2 ? { top, right: Math.max(0, right) } : over;
}
