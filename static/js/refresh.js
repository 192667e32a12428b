/** Swap the parts marked data-live for those of the same page as it is now; fetched when something has changed. */
export async function refresh(localTimes) {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = [...now.querySelectorAll("[data-live]")];
  for (const [n, part] of document.querySelectorAll("[data-live]").entries()) if (fresh[n]) part.replaceWith(fresh[n]);
  localTimes();
}
