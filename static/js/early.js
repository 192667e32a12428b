// Comes before the page: a button that only scripts can answer is pressed again once they are there.
{
  const pressed = new Set();
  const keep = (event) => {
    const button = event.target.closest("button[type=button]");
    if (!button) return;
    event.stopPropagation();
    pressed.add(button);
  };
  addEventListener("click", keep, true);
  addEventListener("DOMContentLoaded", () => {
    removeEventListener("click", keep, true);
    setTimeout(() => {
      for (const button of pressed) button.click();
    }); // after whoever else begins now
  });
}
