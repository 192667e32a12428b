// Draws a state onto the page. Reads, never decides: what may be done stands in state.js.

import { Board } from "./board.js";
import { answers, firstAnswer } from "./extras.js";
import { Hand } from "./hand.js";
import { gettext as _, interpolate, listed } from "./i18n.js";
import { late } from "./late.js";
import { drawLog } from "./log.js";
import { drawMine } from "./mine.js";
import { boardPicture } from "./picture.js";
import { Clock, drawPlayers } from "./players.js";
import { finishedDeals, positionOf } from "./scene.js";
import { tilesInWords } from "./sentences.js";
import { setTitle } from "./site.js";
import { isMyTurn } from "./state.js";

const $ = (id) => document.getElementById(id);

export class Drawing {
  #late = {}; // modules that only some scenes need, by name

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
      onDrop: (nearest) => act.drop(nearest(this.board.layers.ghosts.children)),
    });
    this.clock = new Clock($("clock"));
    $("zoom").addEventListener("click", () => this.board.zoomTo(this.board.zoom > 1 ? 1 : 2.2));
  }

  /** The module, or undefined until it has come; then everything is drawn again. */
  #fetched(name, path) {
    if (!(name in this.#late)) {
      this.#late[name] = undefined;
      late(path).then((module) => {
        if (module) this.#late[name] = module;
        else delete this.#late[name]; // asked for again with the next drawing
        if (module) this.draw(this.state);
      });
    }
    return this.#late[name];
  }

  draw(state) {
    this.state = state;
    const { view, scene } = state;
    const position = positionOf(state);
    setTitle(
      `${isMyTurn(state) ? `● ${_("Your turn")}` : document.querySelector("h1").firstChild.data.trim()} · Boneyard`,
    );
    const stepper = scene.kind === "step" && this.#fetched("stepper", () => import("./stepper.js"));
    $("table").dataset.scene = stepper === undefined ? "now" : scene.kind; // no button that nobody listens to yet
    $("table").classList.toggle("my-move", isMyTurn(state));
    answers("draw", state, position, this.act);
    const banks =
      (view.clock.kind === "bank" || view.seats.some(({ away }) => away)) &&
      this.#fetched("banks", () => import("./banks.js"));
    drawPlayers($("players"), view, position, banks?.times);
    this.clock.show(view);
    $("round").textContent = interpolate(_("Round %(round)s"), { round: position.round });
    $("stock").textContent = position.boneyard
      ? interpolate(_("Boneyard: %(tiles)s"), { tiles: tilesInWords(position.boneyard) })
      : _("The boneyard is empty");
    this.#drawSince(state);
    this.#drawCard(state, position);
    this.#drawBoard(state, position);
    drawMine(state, this);
    this.#drawSteps(state, position, stepper);
    drawLog($("log"), view, position, (ply) => this.act.look(position.deal, ply));
    if (view.scores.length || view.totals.some(Boolean)) {
      this.#fetched("sheet", () => import("./sheet.js"))?.drawSheet($("sheet"), view, view.totals, (deal) =>
        this.act.look(deal, 0),
      );
    }
    $("connection").dataset.state = state.connection;
    $("connection").textContent = {
      live: "",
      connecting: _("Reconnecting …"),
      polling: _("Updated every few seconds"),
      offline: _("No connection. Trying again …"),
    }[state.connection];
  }

  #drawBoard(state, position) {
    $("ends").textContent = position.ends.length
      ? interpolate(_("Open ends: %(ends)s."), {
          ends: listed(
            position.ends.map(({ tile, value }) => interpolate(_("%(value)s on the %(tile)s"), { value, tile })),
          ),
        })
      : "";
    this.board.show({
      ...boardPicture(state, position),
      covered: coveredFelt(),
      ...firstAnswer("picture", state, position),
    });
  }

  #drawSteps(state, position, stepper) {
    const { view, scene } = state;
    const over = finishedDeals(view);
    $("replay").hidden = !view.round || (view.status !== "playing" && !over.length);
    for (const leave of document.querySelectorAll("[data-dialog=abort-dialog], [data-dialog=resign-dialog]"))
      leave.hidden = view.status !== "playing";
    for (const later of document.querySelectorAll("[data-when-over]")) later.hidden = view.status === "playing";
    if (scene.kind !== "step") return this.stepper?.stop();
    if (!stepper) return undefined;
    this.stepper ??= new stepper.Stepper($("stepper"), {
      onStep: this.act.step,
      onLeave: this.act.now,
      onDeal: (deal) => this.act.look(deal, 0),
      onVerify: this.act.verify,
    });
    return this.stepper.show(state, position, over);
  }

  #drawSince(state) {
    const { view, since, scene } = state;
    const telling = since.filter((event) => event.type === "round" || event.seat !== view.you || event.by !== "player");
    const strip = scene.kind === "now" && telling.length > 0 && this.#fetched("since", () => import("./since.js"));
    $("since").hidden = !strip;
    if (strip) strip.drawSince(view, telling);
  }

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
    const cards = kind && this.#fetched("cards", () => import("./cards.js"));
    if (cards) cards.drawCard(kind, state, position, this.act);
    else $("card").hidden = true;
  }
}

/** How much of the felt lies under the strip of news and under a card, in px. */
function coveredFelt() {
  const strip = [$("since"), $("strip")].find((node) => !node.hidden);
  const top = strip ? strip.offsetHeight + 8 : 0;
  if ($("card").hidden) return { top, bottom: $("stock").parentNode.offsetHeight };
  const card = $("card-content");
  const over = $("card").getBoundingClientRect();
  if (card.offsetWidth < over.width / 2) return { top, right: card.offsetWidth + 16 }; // it stands beside the layout
  return {
    top,
    bottom: Math.max(0, card.offsetHeight + 12 - (over.bottom - $("board").getBoundingClientRect().bottom)),
  };
}
