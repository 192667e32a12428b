// The parts of the table that only some games need: modules that by_rules.js fetches before the first drawing. Each
// offers some of the functions listed in docs/table.md; the first result that isn't null or undefined counts.

/** @type {Record<string, any>[]} */
const extras = [];

/** @type {(...modules: { extra: Record<string, any> }[]) => void} */
export const add = (...modules) => extras.push(...modules.map((module) => module.extra));

/** @type {(question: string, ...about: any[]) => any} */
export function firstAnswer(question, ...about) {
  for (const extra of extras) {
    const answer = extra[question]?.(...about);
    if (answer !== undefined && answer !== null) return answer;
  }
  return null;
}

/**
 * The results of all extras, where several can apply at once.
 * @type {(question: string, ...about: any[]) => any[]}
 */
export const answers = (question, ...about) =>
  extras.map((extra) => extra[question]?.(...about)).filter((answer) => answer !== undefined && answer !== null);
