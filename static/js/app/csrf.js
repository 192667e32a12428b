/** The CSRF token of this browser now, which may be newer than the page's. */
export const csrfToken = () => /\bcsrftoken=(\w+)/.exec(document.cookie)?.[1] ?? "";
