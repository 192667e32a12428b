// A move of an analysis on its board: an arrow from the hand to where the better tile goes, and buttons that step
// through the round from there. Fetched with the first such board.

import { late } from "../app/on_demand.js";
import { ask } from "../app/over_http.js";
import { svg } from "../board/tile.js";
import { add } from "../extras/registry.js";
import { element } from "../table/players.js";
import { moveInWords } from "../table/sentences.js";
import { gettext as _, interpolate } from "../text/i18n.js";
import { seatAndText } from "../text/notation.js";
import { boardOf } from "./described_picture.js";

const HEAD = 9; // px of the arrow's head

/**
 * *figure* says which round and move. *show* draws the board and the hands of a picture.
 * @type {(figure: Part, picture: DescribedPicture, show: (board: BoardPicture, hands: DescribedHand[]) => void) => void}
 */
export function addSteps(figure, picture, show) {
  const { round = "", ply = "", seat = "" } = figure.dataset;
  const start = Number(ply) - 1; // the move comes next
  const drawing = figure.querySelector(".example-drawing");
  const arrow = svg("svg", { class: "better-arrow", "aria-hidden": "true" });
  const words = element("p", { className: "step-words", role: "status" });
  const back = stepButton("‹", _("One move back"), () => go(at - 1));
  const on = stepButton("›", _("One move forward"), () => go(at + 1));
  let at = start;
  /** @type {Replay | null} */
  let replay = null;

  drawing.append(arrow);
  figure.append(element("div", { className: "example-steps" }, back, words, on));
  new ResizeObserver(aim).observe(drawing);
  tell();

  /** @type {(to: number) => Promise<void>} */
  async function go(to) {
    replay ??= (await late(() => fetched(round)))?.body ?? null;
    if (!replay) return;
    if (replay.view.trains) await trainWords();
    at = Math.max(0, Math.min(to, replay.frames.length - 1));
    const { frames, view } = replay;
    const layout = (frames[at].layout ?? view.layout).filter((tile) => tile.ply <= at);
    const now = { ...boardOf(picture), layout, ends: frames[at].ends.map((end) => ({ ...end, playable: false })) };
    const [hand] = picture.hands;
    if (at === start) show(boardOf(picture), picture.hands);
    else show({ ...now, ghosts: [], last: at }, [{ ...hand, tiles: frames[at].hands[Number(seat)], marked: [] }]);
    aim();
    tell();
  }

  function tell() {
    back.disabled = at === 0;
    on.disabled = at === (replay?.frames.length ?? Infinity) - 1;
    const count = replay
      ? interpolate(_("%(index)s of %(length)s"), { index: at, length: replay.frames.length - 1 })
      : "";
    words.textContent = at === start ? _("Before the move") : [moveMade(), count].filter(Boolean).join(" · ");
  }

  function moveMade() {
    if (!replay || !at) return _("The deal");
    const [mover, text] = seatAndText(replay.view.moves[at - 1]);
    const you = figure.dataset.mine === "yes" && String(mover) === seat;
    const view = {
      you: figure.dataset.mine === "yes" ? Number(seat) : null,
      seats: replay.names.map((name) => ({ name })),
    };
    return moveInWords(text, replay.names[mover] ?? "", { you, by: replay.by[at - 1], ply: at, view, seat: mover });
  }

  /** From the marked tile of the hand to the place of the better move, if both are shown. */
  function aim() {
    const tile = drawing.querySelector(".marked")?.getBoundingClientRect();
    const place = drawing.querySelector(".ghost .ghost-edge")?.getBoundingClientRect();
    arrow.replaceChildren();
    if (!tile || !place) return;
    const { left, top } = drawing.getBoundingClientRect();
    const [x1, y1] = [tile.left + tile.width / 2 - left, tile.top - top];
    const [x2, y2] = [place.left + place.width / 2 - left, place.bottom - top];
    const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
    arrow.append(
      svg("line", { x1, y1, x2, y2 }),
      svg("path", {
        d: `M${-HEAD} ${-HEAD / 1.5}L0 0L${-HEAD} ${HEAD / 1.5}z`,
        transform: `translate(${x2} ${y2}) rotate(${turn})`,
      }),
    );
  }
}

/** @type {Promise<unknown> | undefined} */
let fetching;

/** Once for all boards of the page. */
const trainWords = () => {
  fetching ??= late(() => import("../extras/train_words.js")).then((module) => module && add(module));
  return fetching;
};

/** @type {(round: string) => Promise<{ body: Replay }>} */
async function fetched(round) {
  const { status, body } = await ask(round);
  if (status !== 200) throw new Error(`${status}`);
  return { body };
}

/** @type {(sign: string, label: string, onClick: () => void) => HTMLButtonElement} */
function stepButton(sign, label, onClick) {
  const made = element("button", { type: "button", className: "icon-button", "aria-label": label, text: sign });
  made.addEventListener("click", onClick);
  return /** @type {HTMLButtonElement} */ (made);
}
