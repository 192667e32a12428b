// Comes before the page: a button that only scripts can answer is pressed again once they are there; a tile that can be
// played rises at once. A table says so itself ("started"), as it may wait for what its game adds.
{
  const pressed = new Set();
  const keep = (event) => {
    const button = event.target.closest("button[type=button]");
    if (!button) return;
    event.stopPropagation();
    if (button.matches(".hand-tile.playable")) {
      for (const other of pressed) {
        other.classList.remove("chosen");
        if (other.matches(".hand-tile")) pressed.delete(other);
      }
      button.classList.add("chosen");
    }
    pressed.add(button);
  };
  addEventListener("click", keep, true);
  const answer = () => {
    removeEventListener("click", keep, true);
    setTimeout(() => {
      for (const button of pressed) button.click();
    }); // after whoever else begins now
  };
  addEventListener("started", answer, { once: true });
  addEventListener("DOMContentLoaded", () => document.querySelector("[data-starts]") ?? answer());
}
