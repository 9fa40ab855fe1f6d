/** Length of a number as people write it, with spaces, brackets and an extension. */
export const phoneLimits = { length: 32, minDigits: 3, maxDigits: 20 } as const

export const phoneText = 'Enter a phone number, such as (415) 555-2671.'

const written = /^\+?[\d\s().\-/]+((x|ext\.?|#)\s*\d+)?$/i

/** Checks every phone number, on the server and in forms. The field decides about blank text. */
export function isPhoneNumber(typed: string): boolean {
  const text = typed.trim()
  const digits = text.replace(/\D/g, '').length
  return written.test(text) && digits >= phoneLimits.minDigits && digits <= phoneLimits.maxDigits
}

/** Returns the message of an optional field. */
export const phoneError = (typed: string): string | null =>
  typed.trim() === '' || isPhoneNumber(typed) ? null : phoneText
