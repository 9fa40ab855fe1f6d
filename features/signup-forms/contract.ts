import { z } from 'zod'

export const formStatuses = ['draft', 'live', 'closed'] as const
export type FormStatus = (typeof formStatuses)[number]
export const submissionStatuses = ['submitted', 'approved', 'rejected'] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]

/** `business_name` and `email` are locked: each form has both, exactly once, and neither can be taken out. */
export const fieldKinds = [
  'business_name',
  'email',
  'short',
  'long',
  'dropdown',
  'choice',
  'image',
  'website',
  'address',
] as const
export type FieldKind = (typeof fieldKinds)[number]

export const formLimits = {
  fields: 40,
  options: 30,
  label: 200,
  help: 500,
  shortAnswer: 300,
  longAnswer: 4_000,
} as const

export const formFieldSchema = z.strictObject({
  /** Stays the same when a field is moved or renamed. */
  id: z.string().min(1).max(64),
  kind: z.enum(fieldKinds),
  label: z.string(),
  help: z.string(),
  required: z.boolean(),
  /** Of dropdown and choice. */
  options: z.array(z.string()),
  /** Shown only while that earlier dropdown or choice has this answer; null: always. */
  showWhen: z.strictObject({ fieldId: z.string(), equals: z.string() }).nullable(),
})
export type FormField = z.infer<typeof formFieldSchema>

/** Text as it was typed; a picture is the id of its upload. */
export const submittedAnswerSchema = z.strictObject({ fieldId: z.string(), value: z.string() })
export type SubmittedAnswer = z.infer<typeof submittedAnswerSchema>
