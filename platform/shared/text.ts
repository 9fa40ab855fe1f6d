import { z } from 'zod'
import { formSchema } from './fields/field-schemas'
import { email, line } from './fields/form-fields'
import { textLimits } from './readable-text'

/** These are in their own file, so that pages can use them without a schema library. */
export { linesWithoutControls, readableText, textLimits, withoutControls } from './readable-text'

export const emailSchema = formSchema(email())

export const idSchema = z
  .string()
  .min(1)
  .max(textLimits.id)
  .regex(/^[a-zA-Z0-9_-]+$/)

/** One optional line. */
export const lineSchema = (max?: number) => formSchema(line({ max }))

/** A readable name. `missing` is the message for an empty one. */
export const nameSchema = (missing = 'Enter a name', max?: number) => formSchema(line({ missing, max }))
