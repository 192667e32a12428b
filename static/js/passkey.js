/** What allauth's scripts only log is said on the page: cancelled, no passkey here, the device refused. */

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.querySelector("[data-passkey-error]").hidden = false;
});
