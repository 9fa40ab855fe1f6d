const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const dashes = /[\p{Pd}\u2043\u2212\u30FC]/gu
const otherDigits = /(?![0-9])\p{Nd}/gu

/** Each script has its ten digits in order, without a gap, and some have two sets of them. */
function asciiDigit(digit: string) {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}

/** Removes invisible characters, such as the direction marks around a number copied from an address book. */
export const withoutInvisible = (text: string) => text.replaceAll(invisible, '')

/** Converts digits of every script, full-width letters and all dashes to ASCII, and removes invisible characters. */
export function plainCharacters(text: string): string {
  if (/^[ -~]*$/.test(text)) return text
  return withoutInvisible(text.normalize('NFKC')).replaceAll(otherDigits, asciiDigit).replaceAll(dashes, '-')
}

const apostrophes = /[`\u00B4\u02B9\u02BB-\u02BD\u02C8\u2018\u2019\u201B\u2032\uA78C]/g

/** Keyboards lack typographic apostrophes and dashes, and a name may be stored in another Unicode form. */
const typeable = (name: string) => plainCharacters(name.replaceAll(apostrophes, "'")).replaceAll(/\s+/g, ' ').trim()

/** Returns true if the name was typed as shown. */
export const isTypedName = (typed: string, name: string) => typeable(typed) === typeable(name)

/** Room in an input for the blanks and dashes that people copy along with a code. */
export const pastedCodeLength = 64

/** Removes blanks, line breaks, dashes and dots from a pasted code. Its letters keep their case. */
export const readCode = (pasted: string) => plainCharacters(pasted).replaceAll(/[\s.\u00B7-]/g, '')
