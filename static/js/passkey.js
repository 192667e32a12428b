/** Around allauth's scripts, which begin to listen once the page is there: a button can be pressed only from then on. */

const BUTTONS = "#passkey_login, #mfa_webauthn_add, #mfa_webauthn_authenticate";

document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll(BUTTONS)) button.disabled = false;
});

/** What they only log is said on the page: cancelled, no passkey here, the device refused. */
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.querySelector("[data-passkey-error]").hidden = false;
});
