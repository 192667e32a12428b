// Runs before the page's modules. It repeats clicks on buttons that only scripts handle once the modules are there, and
// raises a playable tile at once. A table fires "started" itself, as it may wait for the modules of its game.
{
  const pressed = new Set();
  const keep = (/** @type {any} */ event) => {
    const button = event.target.closest("button[type=button]");
    if (!button) return;
    event.stopPropagation();
    if (button.matches(".hand-tile.playable")) {
      for (const other of pressed) {
        other.classList.remove("early");
        if (other.matches(".hand-tile")) pressed.delete(other);
      }
      button.classList.add("early"); // drawings meanwhile leave this class alone
    }
    pressed.add(button);
  };
  addEventListener("click", keep, true);
  const answer = () => {
    removeEventListener("click", keep, true);
    setTimeout(() => {
      for (const button of pressed) {
        button.click();
        button.classList.remove("early");
      }
    }); // after all other handlers of this event
  };
  addEventListener("started", answer, { once: true });
  addEventListener("DOMContentLoaded", () => document.querySelector("[data-starts]") ?? answer());
}
