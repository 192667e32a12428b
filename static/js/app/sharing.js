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

/**
 * Share *url* through the device, or copy it: "shared", "copied", or "neither" if both are impossible.
 * @type {(url: string, title: string) => Promise<"shared" | "copied" | "neither">}
 */
export async function shareOrCopy(url, title) {
  if (navigator.share) {
    await navigator.share({ title, url }).catch(() => {});
    return "shared";
  }
  try {
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch {
    return "neither"; // pages served without TLS have no clipboard API
  }
}
