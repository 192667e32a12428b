/** An error in a form may be below the fold: scrolls to it. */

const wrong = document
  .querySelector("main :is(.errorlist, .option-refusal)")
  ?.closest(".field, .option, section, form");
wrong?.scrollIntoView({ block: "center" });
wrong?.querySelector("input:not([type=hidden]), select")?.focus({ preventScroll: true });
