// The menu of the table: sound, motion, tile faces, and dialogs that ask before something grave. Fetched when it is opened.

const keep = (name, value) => {
  document.body.dataset[name] = value;
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
};

const isOn = ({ dataset: { setting, value = "on" } }) => (document.body.dataset[setting] ?? "dots") === value;

/** Buttons that set something say whether it is so. */
export function drawMenu(menu) {
  for (const button of menu.querySelectorAll("[data-setting]"))
    button.setAttribute("aria-pressed", String(isOn(button)));
}

export async function choose(menu, button, redraw) {
  const { setting, value, dialog } = button.dataset;
  if (dialog) {
    menu.open = false;
    document.getElementById(dialog).showModal();
  } else if (setting) {
    if (value === "pictures") await import("./pictures.js");
    keep(setting, value ?? (isOn(button) ? "off" : "on"));
    drawMenu(menu);
    if (setting === "faces") redraw();
  }
}
