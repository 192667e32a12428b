/** Calls *answer* if a form isn't as the server sent it: somebody was faster than its script, or a browser that goes back
 * fills in again what stood there, which some do only as the page shows. */
export function whenChangedEarly(form, answer) {
  const look = () => isChanged(form) && answer();
  look();
  addEventListener("pageshow", look, { once: true });
}

const isChanged = ({ elements }) =>
  [...elements].some((control) =>
    control.matches("select")
      ? control.selectedIndex !==
        Math.max(
          0,
          [...control.options].findLastIndex((option) => option.defaultSelected),
        )
      : control.matches("[type=radio], [type=checkbox]")
        ? control.checked !== control.defaultChecked
        : control.matches("input, textarea") && control.value !== control.defaultValue,
  );
