/** Longest number as people write it, with spaces, brackets and an extension. */
export const phoneLimits = { length: 32, minDigits: 3, maxDigits: 20 } as const

export const phoneText = 'Enter a phone number, such as (415) 555-2671.'

const written = /^\+?[\d\s().\-/]+((x|ext\.?|#)\s*\d+)?$/i

/** The one rule for every phone number, at the server and in the forms; blank is for the field to decide. */
export function isPhoneNumber(typed: string): boolean {
  const text = typed.trim()
  const digits = text.replace(/\D/g, '').length
  return written.test(text) && digits >= phoneLimits.minDigits && digits <= phoneLimits.maxDigits
}

/** For a field that may be left empty. */
export const phoneFault = (typed: string): string | null =>
  typed.trim() === '' || isPhoneNumber(typed) ? null : phoneText
