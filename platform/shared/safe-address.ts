/**
 * What stored text may become as an address of the page. It was typed by somebody or imported: only these forms are let
 * through, and whoever asks shows the rest as text.
 */

const ownPath = /^\/(?![/\\])/
/** Browsers drop these, so that "java\nscript:" is one. */
const dropped = /[\t\n\r]/

/** An image of this server. One from elsewhere would tell its site who looks. */
export function ownImage(address: string | null | undefined): string | undefined {
  return address && ownPath.test(address) && !dropped.test(address) ? address : undefined
}

/** Somebody's website: https only. */
export function webAddress(address: string): string | undefined {
  return /^https:\/\/[^\s/\\?#]/.test(address) && !dropped.test(address) ? address : undefined
}

/** https, and a host with a dot. */
const siteShape = /^https:\/\/(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/iu
/** What is wrong with an address as somebody's website; null when nothing is. */
export const siteFault = (address: string) => (siteShape.test(address) ? null : 'Enter a URL that starts with https://')

/** A new mail to this address and nobody else: nothing in it starts further fields of the mail. */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@').replaceAll('%2B', '+')}`
}

/** A console page of one merchant, for an email: `/payouts?id=1` → `/payouts?id=1&openMerchant=m1`. The console selects the merchant. */
export const merchantPage = (path: string, merchantId: string) =>
  `${path}${path.includes('?') ? '&' : '?'}openMerchant=${encodeURIComponent(merchantId)}`
