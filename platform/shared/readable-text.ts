export const textLimits = { short: 120, medium: 500, long: 4_000, email: 254, id: 64, password: 256 } as const

/** Most texts match this, and it is much cheaper than the checks by Unicode property. */
const plain = /^[ -~]*$/

/**
 * Replaces control characters by blanks, because NUL breaks the database and line breaks a subject line. Removes
 * direction marks: names that differ by one would look alike, and `isolated` makes them needless.
 */
export function withoutControls(value: string): string {
  if (plain.test(value)) return value
  return value
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
}

/** Hebrew, Arabic and the other scripts written from right to left. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\uD802\uD803\uD83A\uD83B]/

/** Keeps a right-to-left name from turning the numbers and signs beside it. For texts only: stored data stays as typed. */
export const isolated = (name: string) => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name)

/** Matches any visible character: no blank, format character, lone accent, or blank that Unicode counts as a symbol. */
const visible = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{M}\p{Z}\u2800]/u

/** Compatibility ideographs stay, because people in Japan and Korea write their names with them. */
const composable = /[^\uF900-\uFAFF\u{2F800}-\u{2FA1F}]+/gu

/**
 * Trims and composes the text (NFC); returns an empty text if nothing in it is visible. Joiners between letters or emoji
 * stay, because Persian, Hindi and family emoji need them.
 */
export function readableText(value: string): string {
  if (plain.test(value)) return value.trim()
  if (!visible.test(value)) return ''
  return value
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(composable, (text) => text.normalize('NFC'))
    .trim()
}

/** Applies `withoutControls` to each line and keeps the line breaks. */
export function linesWithoutControls(value: string): string {
  return value
    .split(/\r\n|\r|\n/)
    .map(withoutControls)
    .join('\n')
}

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })
/** Returns "Beans, Leaves, and Steam". */
export const inWords = (parts: Iterable<string>) => listFormat.format(parts)

/** Returns a code word for use in a sentence: "pending_review" → "pending review". */
export const codeText = (word: string) => word.replaceAll('_', ' ').trim()

/** Returns a code word as a title, for values without a label: "Pending review". */
export const codeTitle = (word: string) => sentenceCase(codeText(word))

/** Capitalizes the first letter: "waits for review" → "Waits for review". */
export const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Returns a label for use in a sentence: "Affiliate links" → "affiliate links". An acronym such as "API keys" keeps its
 * case.
 */
export const inSentence = (label: string) =>
  /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
