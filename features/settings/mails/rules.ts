import type { MailTemplate } from './contract'

/** Those that have every typed word in what the list shows of them. */
export function findMails(mails: readonly MailTemplate[], query: string): MailTemplate[] {
  const words = query.toLowerCase().split(/\s+/)
  return mails.filter(({ name, receiver }) => {
    const shown = `${name} ${receiver}`.toLowerCase()
    return words.every((word) => shown.includes(word))
  })
}

export type MailScheme = 'light' | 'dark'

const darkQuery = '(prefers-color-scheme: dark)'

/**
 * The mail as a document for a frame without rights: nothing is fetched, links lead nowhere, and the colours are those
 * asked for, whatever the reader's own are.
 */
export function framedMail(html: string, scheme: MailScheme): string {
  const guards =
    `<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
    // A frame that may open no window does nothing when a link asks for one.
    '<base target="_blank">'
  return html
    .replace('<head>', `<head>${guards}`)
    .replaceAll(`@media ${darkQuery}`, scheme === 'dark' ? '@media all' : '@media not all')
}
