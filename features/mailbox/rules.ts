/** The mailbox behind an address with a tag: `ana+two@…` is read by whoever reads `ana@…`. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  return email.slice(0, at).replace(/\+.*$/, '') + email.slice(at)
}
