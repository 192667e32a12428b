/** Times in the reader's own zone and language; fetched where there are any. */

const styles = {
  datetime: { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  date: { dateStyle: "medium" },
};

// “en” alone would mean the United States: of the reader's own languages, the one the page is in knows better.
const { lang } = document.documentElement;
const locale = navigator.languages.find((each) => each.split("-")[0] === lang) ?? lang;

export function localTimes(root) {
  for (const time of root.querySelectorAll("time[data-local]")) {
    const format = new Intl.DateTimeFormat(locale, styles[time.dataset.local]);
    time.textContent = format.format(new Date(time.dateTime));
  }
}
