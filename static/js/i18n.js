// Texts in the reader's language: those of /jsi18n/, or English where they aren't loaded.

const { catalog = {}, plural = (n) => Number(n !== 1) } = globalThis.texts ?? {};

export const gettext = (text) => catalog[text] ?? text;

export const ngettext = (one, many, count) => (catalog[one] ?? [one, many])[plural(count)];

/** Fill %(name)s in *text* with the values of that name. */
export const interpolate = (text, values) =>
  text.replace(/%\((\w+)\)s/g, (whole, name) => (name in values ? String(values[name]) : whole));

// The page's language as the reader's own region writes it (en: 11:38 PM or 23:38).
const page = globalThis.document?.documentElement.lang || "en";
const language = globalThis.navigator?.languages.find((tag) => tag.split("-")[0] === page) ?? page;

export const number = (value) => new Intl.NumberFormat(language).format(value).replace("-", "−");

/** A list in words: "Ada, Ben and Cleo". */
export const listed = (names) => new Intl.ListFormat(language, { type: "conjunction" }).format(names);

export const localTime = (date, options) => new Intl.DateTimeFormat(language, options).format(date);
