/** Copies or shares a link; fetched with the first tap on such a button. */

/** @type {(button: Part) => Promise<void>} */
export async function copy(button) {
  const field = document.querySelector(button.dataset.copy ?? "");
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // pages served without TLS have no clipboard API
  }
  const label = button.querySelector("[data-copy-label]");
  label.dataset.before ??= label.textContent;
  label.textContent = label.dataset.done ?? "";
  const status = button.closest("section, details")?.querySelector("[data-copy-status]");
  if (status) status.textContent = label.dataset.done ?? "";
  setTimeout(() => {
    label.textContent = label.dataset.before ?? "";
    if (status) status.textContent = "";
  }, 2500);
}

/** @type {(button: Part) => void} */
export function share(button) {
  const url = document.querySelector(button.dataset.share ?? "").value;
  navigator.share({ title: button.dataset.shareTitle, url }).catch(() => {}); // closing the share sheet isn't an error
}
