// Two questions that only some house rules ask: which face-down tile to draw, and whether to play this deal.

import { tilePicture } from "../board/tile.js";
import { button } from "../table/controls.js";
import { element } from "../table/players.js";
import { choices, isMyTurn } from "../table/state.js";
import { gettext as _, interpolate, ngettext } from "../text/i18n.js";
import { halves } from "../text/notation.js";

/** @type {(state: State) => MoveText[]} */
const drawsOf = (state) => choices(state).others.filter((text) => text.startsWith("draw@"));
/** @type {(state: State) => boolean} */
const isAsked = (state) => isMyTurn(state) && Boolean(state.view.round?.legal.includes("redeal"));

/** @type {(state: State) => string | null} */
function statusInWords(state) {
  if (isAsked(state)) {
    const doubles = (state.view.round?.hand ?? []).map((tile) => halves(tile)).filter(([a, b]) => a === b).length;
    return interpolate(
      ngettext(
        "You hold %(n)s double. Keep this hand, or deal again?",
        "You hold %(n)s doubles. Keep this hand, or deal again?",
        doubles,
      ),
      { n: doubles },
    );
  }
  if (!drawsOf(state).length || choices(state).lays.length) return null;
  return _("Nothing fits: choose a tile from the boneyard");
}

/**
 * Buttons for all moves but draws; the tiles to draw lie on the felt.
 * @type {(state: State, act: Act) => HTMLElement[] | null}
 */
function buttons(state, act) {
  if (isAsked(state))
    return [
      button(_("Deal again"), () => act.send("redeal")),
      button(_("Keep this hand"), () => act.send("keep"), "primary"),
    ];
  const draws = drawsOf(state);
  if (!draws.length) return null;
  const others = choices(state)
    .others.filter((text) => !draws.includes(text))
    .map((text) => button(_("Pass"), () => act.send(text)));
  if (!choices(state).lays.length) return others;
  return [
    ...others,
    button(open ? _("Don’t draw") : _("Draw …"), () => {
      open = !open;
      act.redraw();
    }),
  ];
}

let open = false; // whether a reader who could play wants to draw
let version = -1;

/** @type {(state: State, position: Position, act: Act) => void} */
function draw(state, _position, act) {
  let pile = /** @type {HTMLElement | null} */ (document.getElementById("pile"));
  if (state.view.version !== version) [version, open] = [state.view.version, false];
  const draws = drawsOf(state);
  const wanted = draws.length > 0 && (open || !choices(state).lays.length) && !state.laid.length && !state.picking;
  if (!pile) {
    pile = element("div", { id: "pile", className: "pile", role: "group", "aria-label": _("The boneyard, face down") });
    document.querySelector(".felt").append(pile);
  }
  pile.hidden = !wanted;
  if (!wanted) return pile.replaceChildren();
  if (pile.children.length === draws.length && pile.version === version) return undefined;
  pile.version = version;
  const positions = draws.map((text) => Number(text.slice(5))).sort((a, b) => a - b);
  return pile.replaceChildren(
    ...positions.map((position) => {
      const tile = button("", () => act.send(`draw@${position}`), "pile-tile", {
        "aria-label": interpolate(_("Draw tile %(place)s"), { place: position + 1 }),
      });
      tile.append(tilePicture(null));
      return tile;
    }),
  );
}

export const extra = { statusInWords, buttons, draw };
