/** Shows the errors that allauth's scripts only log: cancelled, no passkey on this device, or the device refused. */

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.querySelector("[data-passkey-error]").hidden = false;
});
