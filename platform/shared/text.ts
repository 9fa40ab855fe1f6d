import { z } from 'zod'

export const textLimits = { short: 120, medium: 500, long: 4_000, email: 254, id: 64, password: 256 } as const

/** NFKC first, then trimmed and lower-cased: Unicode twins of an address become one before it is looked up. */
export function normalizeEmail(value: string): string {
  return value.normalize('NFKC').trim().toLowerCase()
}

/** "Invalid email address" is the text of spec §5. Plain ASCII addresses only, so that twins cannot pass. */
export const emailSchema = z
  .string()
  .max(textLimits.email, 'Invalid email address')
  .transform(normalizeEmail)
  .pipe(z.email('Invalid email address'))

export const idSchema = z
  .string()
  .min(1)
  .max(textLimits.id)
  .regex(/^[a-zA-Z0-9_-]+$/)

/** Links shown or stored are https only; anything else (javascript:, data:) is refused. */
export const httpsUrlSchema = z.url({ protocol: /^https$/ }).max(textLimits.medium)

/**
 * Control characters become blanks: no NUL reaches the database, no line break a mail's subject. Halves of a character,
 * which no JSON column takes, become the sign for an unreadable one.
 */
export function withoutControls(value: string): string {
  return value.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/\p{Cs}/gu, '\uFFFD')
}

/** The same for several lines: the line breaks stay. */
export function linesWithoutControls(value: string): string {
  return value
    .split(/\r\n|\r|\n/)
    .map(withoutControls)
    .join('\n')
}
