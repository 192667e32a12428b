/** Copying a link, or handing it to the device; fetched with the first tap on such a button. */

export async function copy(button) {
  const field = document.querySelector(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // pages served without TLS have no clipboard
  }
  const label = button.querySelector("[data-copy-label]");
  label.dataset.before ??= label.textContent;
  label.textContent = label.dataset.done;
  const status = button.closest("section, details")?.querySelector("[data-copy-status]");
  if (status) status.textContent = label.dataset.done;
  setTimeout(() => {
    label.textContent = label.dataset.before;
    if (status) status.textContent = "";
  }, 2500);
}

export function share(button) {
  const url = document.querySelector(button.dataset.share).value;
  navigator.share({ title: button.dataset.shareTitle, url }).catch(() => {}); // closing the sheet is no error
}

/** Hand *url* to the device, or copy it: "shared", "copied", or "neither" where there is no way. */
export async function shareOrCopy(url, title) {
  if (navigator.share) {
    await navigator.share({ title, url }).catch(() => {});
    return "shared";
  }
  try {
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch {
    return "neither"; // pages served without TLS have no clipboard
  }
}
