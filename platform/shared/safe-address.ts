/**
 * Filters stored text that becomes a URL on a page, because people typed or imported it. Only these forms pass; the
 * caller shows all other text as plain text.
 */

const ownPath = /^\/(?![/\\])/
/** Browsers drop these characters, so "java\nscript:" would run. */
const dropped = /[\t\n\r]/

/** Accepts images of this server only. Another site would learn who views the page. */
export function ownImage(address: string | null | undefined): string | undefined {
  return address && ownPath.test(address) && !dropped.test(address) ? address : undefined
}

/** Accepts https URLs only. */
export function webAddress(address: string): string | undefined {
  return /^https:\/\/[^\s/\\?#]/.test(address) && !dropped.test(address) ? address : undefined
}

/** https and a host with a dot. */
const siteShape = /^https:\/\/(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/iu
/** Returns the message for an invalid website, or null. */
export const siteError = (address: string) => (siteShape.test(address) ? null : 'Enter a URL that starts with https://')

/** Returns a mailto URL with one recipient. The address cannot add further fields to the email. */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@').replaceAll('%2B', '+')}`
}

/**
 * Adds the merchant to a console path in an email; the console then selects it: `/payouts?id=1` →
 * `/payouts?id=1&openMerchant=m1`.
 */
export const merchantPage = (path: string, merchantId: string) =>
  `${path}${path.includes('?') ? '&' : '?'}openMerchant=${encodeURIComponent(merchantId)}`
