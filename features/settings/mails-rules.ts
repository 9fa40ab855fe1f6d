import type { MailTemplate } from './mails-contract'

/** Those that have every typed word in what the list shows of them. */
export function findMails(mails: readonly MailTemplate[], query: string): MailTemplate[] {
  const words = query.toLowerCase().split(/\s+/)
  return mails.filter(({ name, receiver }) => {
    const shown = `${name} ${receiver}`.toLowerCase()
    return words.every((word) => shown.includes(word))
  })
}
