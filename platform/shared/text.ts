import { z } from 'zod'
import { formSchema } from './fields/field-schemas'
import { email, line } from './fields/form-fields'
import { textLimits } from './readable-text'

/** Kept apart for pages that load no schema library. */
export { linesWithoutControls, normalizeEmail, readableText, textLimits, withoutControls } from './readable-text'

export const emailSchema = formSchema(email())

export const idSchema = z
  .string()
  .min(1)
  .max(textLimits.id)
  .regex(/^[a-zA-Z0-9_-]+$/)

/** One line that may be left empty. */
export const lineSchema = (max?: number) => formSchema(line({ max }))

/** A name that somebody can read; `missing` is the refusal of an empty one. */
export const nameSchema = (missing = 'Enter a name', max?: number) => formSchema(line({ missing, max }))
