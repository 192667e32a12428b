// After going back, browsers restore radio buttons and check boxes by their position: in a list whose order has changed,
// that chooses something else. So we keep what was chosen by name and value, in the history entry of the page.

const CHOICES = "main :is([type=radio], [type=checkbox])";

/**
 * A group of radio buttons has one key, each check box its own.
 * @type {(box: Part) => string}
 */
const keyOf = ({ form, name, type, value }) =>
  `${form?.getAttribute("action")} ${name}${type === "radio" ? "" : `=${value}`}`;

/** @type {(box: Part) => string | boolean} */
const chosenIn = ({ type, value, checked }) => (type === "radio" ? value : checked);

/** Call it before other scripts look at the forms. */
export function keepChoices() {
  const { type } = /** @type {any} */ (performance.getEntriesByType("navigation")[0]) ?? {};
  const kept = (type === "back_forward" && history.state?.chosen) || {};
  for (const box of document.querySelectorAll(CHOICES)) {
    box.autocomplete = "off"; // then the browser itself restores nothing
    const chosen = kept[keyOf(box)];
    if (box.type === "radio") box.checked ||= chosen === box.value;
    else box.checked = chosen ?? box.checked;
  }
  document.addEventListener("change", ({ target }) => {
    if (!target.matches(CHOICES)) return;
    const chosen = { ...history.state?.chosen, [keyOf(target)]: chosenIn(target) };
    history.replaceState({ ...history.state, chosen }, "");
  });
}

keepChoices();
