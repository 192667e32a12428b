// Texts in the reader's language: those of dominoes_site/texts.py, or English where they aren't loaded.

const { catalog = {}, plural = (n) => Number(n !== 1) } = globalThis.texts ?? {};

export const gettext = (text) => catalog[text] ?? text;

export const ngettext = (one, many, count) => (catalog[one] ?? [one, many])[plural(count)];

/** Fill %(name)s in *text* with the values of that name. */
export const interpolate = (text, values) =>
  text.replace(/%\((\w+)\)s/g, (whole, name) => (name in values ? String(values[name]) : whole));

// The page's language as the reader's own region writes it (en: 11:38 PM or 23:38).
export const page = globalThis.document?.documentElement.lang || "en";
export const language = globalThis.navigator?.languages.find((tag) => tag.split("-")[0] === page) ?? page;

const formats = {}; // the first of a kind takes a phone 15 ms and more

export function number(value) {
  if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value).replace("-", "−"); // so in all our languages
  formats.number ??= new Intl.NumberFormat(language);
  return formats.number.format(value).replace("-", "−");
}

/** A change: its sign is always there. */
export const signed = (value) => (value > 0 ? `+${number(value)}` : number(value));

/** A list in words: "Ada, Ben and Cleo". */
export function listed(names) {
  if (names.length < 2) return names.join("");
  formats.list ??= new Intl.ListFormat(language, { type: "conjunction" });
  return formats.list.format(names);
}
