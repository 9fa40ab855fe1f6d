export const textLimits = { short: 120, medium: 500, long: 4_000, email: 254, id: 64, password: 256 } as const

/** NFKC first, then trimmed and lower-cased: Unicode twins of an address become one before it is looked up. */
export function normalizeEmail(value: string): string {
  return value.normalize('NFKC').trim().toLowerCase()
}

/** Plain ASCII addresses only, so that twins cannot pass. */
const emailShape = /^(?:[a-z0-9_'+-]+\.)*[a-z0-9_'+-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/
/** The text of spec §5. */
export const emailFaultText = 'Invalid email address'
/** The one rule for every address, at the server and in the forms. */
export function isEmail(typed: string): boolean {
  const kept = normalizeEmail(typed)
  return kept.length <= textLimits.email && emailShape.test(kept)
}

/** Most texts are nothing else, and looking for that is much cheaper than looking for each kind by its property. */
const plain = /^[ -~]*$/

/**
 * Control characters become blanks: no NUL reaches the database, no line break a mail's subject. Halves of a character,
 * which no JSON column takes, become the sign for an unreadable one. Marks that turn the direction of writing go: with
 * one of them a name reads backwards, and so does what stands behind it in a mail or a list.
 */
export function withoutControls(value: string): string {
  if (plain.test(value)) return value
  return value
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
}

/** Anything but blanks, format characters, accents without a letter and the blanks that Unicode counts as signs. */
const visible = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{M}\p{Z}\u2800]/u

/**
 * Trimmed, and empty when nobody could see anything of it. Joiners stay where they stand between letters or pictures:
 * Persian, Hindi and families need them.
 */
export function readableText(value: string): string {
  return visible.test(value) ? value.replaceAll(/\p{Bidi_Control}/gu, '').trim() : ''
}

/** The same as `withoutControls` for several lines: the line breaks stay. */
export function linesWithoutControls(value: string): string {
  return value
    .split(/\r\n|\r|\n/)
    .map(withoutControls)
    .join('\n')
}

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })
/** "Beans, Leaves, and Steam" */
export const inWords = (parts: Iterable<string>) => listFormat.format(parts)

/** A word of the code within a sentence: "pending_review" → "pending review". */
export const codeWords = (word: string) => word.replaceAll('_', ' ').trim()

/** The same where it stands alone, for what has no label of its own: "Pending review". */
export const codeTitle = (word: string) => sentenceCase(codeWords(word))

/** A phrase as a sentence begins with it: "waits for review" → "Waits for review". */
export const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** A label inside a sentence: "Affiliate links" → "affiliate links". An acronym such as "API keys" stays as it is. */
export const inSentence = (label: string) =>
  /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
