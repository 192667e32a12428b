/** What is wrong with what was sent may stand below the fold. */

const wrong = document
  .querySelector("main :is(.errorlist, .option-refusal)")
  ?.closest(".field, .option, section, form");
wrong?.scrollIntoView({ block: "center" });
wrong?.querySelector("input:not([type=hidden]), select")?.focus({ preventScroll: true });
