import { z } from 'zod'
import { readableText } from '@quaff/platform/shared/text'
import { fieldKinds, fieldLimits } from './kind-rules'

export { fieldKinds, fieldLimits, type FieldKind } from './kind-rules'

const line = (max: number) => z.string().overwrite(readableText).max(max)

/** A rule (`fieldFaults`) checks that fields fit together, because incomplete drafts may be saved. */
export const formFieldSchema = z.strictObject({
  /** Stays the same when a field is moved or renamed. */
  id: z.string().regex(/^[a-z0-9_-]{1,64}$/),
  kind: z.enum(fieldKinds),
  label: line(fieldLimits.label),
  help: line(fieldLimits.help),
  required: z.boolean(),
  /** Only for dropdown and choice. */
  options: z.array(line(fieldLimits.option)).max(fieldLimits.options),
  /** A choice that allows several options. Absent instead of false, so that equal drafts compare equal. */
  several: z.literal(true).optional(),
  /** Shows the field only if that earlier dropdown or choice has this answer, or includes it. Null shows it always. */
  showWhen: z.strictObject({ fieldId: z.string().max(64), equals: z.string().max(fieldLimits.option) }).nullable(),
})
export type FormField = z.infer<typeof formFieldSchema>
export const formFieldsSchema = z.array(formFieldSchema).max(fieldLimits.fields)

/** The typed text. A picture is its upload id; several options are separate lines. */
export const submittedAnswerSchema = z.strictObject({
  fieldId: z.string().max(64),
  value: z.string().max(fieldLimits.longAnswer),
})
export type SubmittedAnswer = z.infer<typeof submittedAnswerSchema>
