/** From theme to theme with a button in the header; fetched with the first tap on it. */

const ORDER = { system: "light", light: "dark", dark: "system" };

const token = () =>
  document.cookie
    .split("; ")
    .find((part) => part.startsWith("csrftoken="))
    ?.slice(10) ?? "";

/** The theme after the present one: shown at once, kept by the server. */
export function nextTheme(button) {
  const theme = ORDER[document.documentElement.dataset.theme];
  document.documentElement.dataset.theme = theme;
  button.className = `icon-button theme-${theme}`;
  button.setAttribute("aria-label", button.getAttribute(`data-label-${theme}`));
  const body = new FormData(button.form);
  body.set("theme", theme);
  fetch(button.form.action, { method: "POST", body, headers: { Accept: "application/json", "X-CSRFToken": token() } });
}
