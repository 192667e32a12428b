// Texts in the reader's language, from dominoes_site/texts.py; English where none are loaded.

const { catalog = {}, plural = (/** @type {number} */ n) => Number(n !== 1) } = globalThis.texts ?? {};

/** @type {(text: string) => string} */
export const gettext = (text) => catalog[text] ?? text;

/** @type {(one: string, many: string, count: number) => string} */
export const ngettext = (one, many, count) => (catalog[one] ?? [one, many])[plural(count)];

/**
 * Replace each %(name)s in *text* by the value of that name.
 * @type {(text: string, values: Record<string, unknown>) => string}
 */
export const interpolate = (text, values) =>
  text.replace(/%\((\w+)\)s/g, (whole, name) => (name in values ? String(values[name]) : whole));

// The page's language as written in the reader's own region (en: 11:38 PM or 23:38).
export const page = globalThis.document?.documentElement.lang || "en";
export const language = globalThis.navigator?.languages.find((tag) => tag.split("-")[0] === page) ?? page;

/** @type {{ number?: Intl.NumberFormat; list?: Intl.ListFormat }} */
const formats = {}; // a phone needs 15 ms or more to make the first of a kind

/** @type {(value: number) => string} */
export function number(value) {
  // The same in all our languages.
  if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value).replace("-", "−");
  formats.number ??= new Intl.NumberFormat(language);
  return formats.number.format(value).replace("-", "−");
}

/**
 * A change in points: always with a sign.
 * @type {(value: number) => string}
 */
export const signed = (value) => (value > 0 ? `+${number(value)}` : number(value));

/**
 * A list in words: "Ada, Ben and Cleo".
 * @type {(names: string[]) => string}
 */
export function listed(names) {
  if (names.length < 2) return names.join("");
  formats.list ??= new Intl.ListFormat(language, { type: "conjunction" });
  return formats.list.format(names);
}
