/** Whether a form isn't as the server sent it when its script begins: somebody was faster, or the browser filled in
 * again what stood there before. */
export const changedEarly = ({ elements }) =>
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
