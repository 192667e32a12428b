/** What the server asks of who changes anything: this browser's token now, not the one its page came with. */
export const csrfToken = () => /\bcsrftoken=(\w+)/.exec(document.cookie)?.[1] ?? "";
