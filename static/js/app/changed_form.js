/**
 * Calls *answer* if a form differs from what the server sent. The reader may have been faster than the script, or the
 * browser refilled the form after going back; some browsers do that only on `pageshow`.
 * @type {(form: any, answer: () => unknown) => void}
 */
export function whenChangedEarly(form, answer) {
  const look = () => isChanged(form) && answer();
  look();
  addEventListener("pageshow", look, { once: true });
}

/** @type {(form: any) => boolean} */
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
