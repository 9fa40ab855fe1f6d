import { z } from 'zod'
import { normalizeEmail, readableText } from './readable-text'

/** Kept apart for pages that load no schema library. */
export { linesWithoutControls, normalizeEmail, readableText, withoutControls } from './readable-text'

export const textLimits = { short: 120, medium: 500, long: 4_000, email: 254, id: 64, password: 256 } as const

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

/** One line that may be left empty. */
export const lineSchema = (maxLength: number = textLimits.short) => z.string().overwrite(readableText).max(maxLength)

/** A name that somebody can read; `sentence` is the refusal of an empty one. */
export const nameSchema = (sentence = 'Enter a name', maxLength: number = textLimits.short) =>
  z.string().overwrite(readableText).min(1, sentence).max(maxLength)

const shortestPersonName = 2
export const personNameText = `Display name must be at least ${shortestPersonName} characters`

/** Spec §9, of a person's name wherever it is given. */
export const nameFault = (name: string): string | null =>
  name.trim().length < shortestPersonName ? personNameText : null
