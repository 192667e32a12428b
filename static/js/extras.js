// What single games add to the table: modules of their own, fetched by needed.js before the first drawing of a game
// that needs them. Each has some of the answers listed in docs/table.md; the first that isn't null or undefined counts.

const extras = [];

export const add = (...modules) => extras.push(...modules.map((module) => module.extra));

export function firstAnswer(question, ...about) {
  for (const extra of extras) {
    const answer = extra[question]?.(...about);
    if (answer !== undefined && answer !== null) return answer;
  }
  return null;
}

/** For what several extras may do at the same moment. */
export const answers = (question, ...about) =>
  extras.map((extra) => extra[question]?.(...about)).filter((answer) => answer !== undefined && answer !== null);
