import { plainCharacters } from './pasted-text'

/** Length of a stored number, with spaces, brackets and an extension. */
export const phoneLimits = { length: 32, minDigits: 3, maxDigits: 20 } as const
/** Room in an input for what people copy along. */
export const pastedPhoneLength = 96

/** Returns the message for an invalid number, with an example for the country of the form. */
export const phoneTextFor = (example: string) => `Enter a phone number, such as ${example}.`
export const phoneText = phoneTextFor('+44 20 7946 0958 or (415) 555-2671')

const extension = String.raw`(?:(?:x|ext\.?|extn\.?|poste|int\.?|anexo|доб\.?|内線|#)\s*\d+)?`
const written = new RegExp(String.raw`^(?:\+|\(\s*\+)?[\d\s().\-/]+${extension}$`, 'i')
/** Letters of a keypad after the first groups, as in 1-800-FLOWERS. */
const vanity = /^\+?(?:\d{1,3}[\s.-])?\(?\d{2,4}\)?[\s.-]\d*[A-Z][A-Z\d.-]{3,11}$/i

/**
 * Returns the stored form of a typed or pasted number: without "tel:" and invisible characters, with ASCII digits and
 * dashes. A pause before more digits, as in "+1 415 555 2671,12", is an extension.
 */
export function normalizePhone(typed: string): string {
  if (typed.length > pastedPhoneLength) return typed
  return plainCharacters(typed)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^tel: ?/i, '')
    .replace(/ ?(?:;ext=|[,;]+ ?)(?=\d+$)/i, ' ext. ')
}

/** Checks every phone number, on the server and in forms. The field decides about blank text. */
export function isPhoneNumber(typed: string): boolean {
  const text = normalizePhone(typed)
  const digits = text.replace(/\D/g, '').length
  if (vanity.test(text)) return true
  return written.test(text) && digits >= phoneLimits.minDigits && digits <= phoneLimits.maxDigits
}

/** Returns the message of an optional field. */
export const phoneError = (typed: string): string | null =>
  typed.trim() === '' || isPhoneNumber(typed) ? null : phoneText
