import { z } from 'zod'
import { formSchema } from '@quaff/platform/shared/fields/field-schemas'
import { lines, reason } from '@quaff/platform/shared/fields/form-fields'
import { idSchema, textLimits } from '@quaff/platform/shared/text'

export const completenessSteps = [
  'profile',
  'category',
  'contact',
  'address',
  'taxId',
  'locations',
  'plans',
  'bank',
  'branding',
] as const
export type CompletenessStep = (typeof completenessSteps)[number]

/** Why a merchant is declined, suspended, archived or restored. */
export const reasonField = reason()

/** Stored with the approval. */
export const approvalNoteField = lines(textLimits.long)
export const approvalNotesSchema = formSchema(approvalNoteField).default('')

export const merchantBatchLimit = 50
export const batchInput = z.strictObject({ merchantIds: z.array(idSchema).min(1).max(merchantBatchLimit) })

/** A batch skips merchants without required steps, by name, unless this confirms them. */
export const approveManyInput = batchInput.extend({
  notes: approvalNotesSchema,
  despiteMissing: z.boolean().default(false),
})
export type ApproveManyInput = z.infer<typeof approveManyInput>

/** One entry per requested id, in order. `missing`: the required steps that it lacks, approved or not. */
export const batchResultSchema = z.array(
  z.object({
    merchantId: z.string(),
    name: z.string(),
    ok: z.boolean(),
    error: z.string().nullable(),
    missing: z.array(z.enum(completenessSteps)).optional(),
  }),
)
export type BatchResult = z.infer<typeof batchResultSchema>

export const checklistSchema = z.array(
  z.object({ step: z.enum(completenessSteps), done: z.boolean(), required: z.boolean() }),
)

/** The reviewer's requested changes. */
export const changeRequestSchema = z.object({
  items: z.array(z.enum(completenessSteps)),
  note: z.string(),
  requestedAt: z.date(),
})
export type RequestForChanges = z.infer<typeof changeRequestSchema>

export const reviewReasons = [
  'waiting',
  'complete',
  'incomplete',
  'changes_made',
  'hopes_to_be_live',
  'live_now',
] as const
export type ReviewReason = (typeof reviewReasons)[number]

/** `ranked`: how many of the longest waiting the queue holds; `page`: how many the desk shows at first. */
export const reviewLimits = { ranked: 200, page: 50 } as const
export const reviewQueueInput = z.strictObject({
  limit: z.int().min(1).max(reviewLimits.ranked).default(reviewLimits.page),
})
export type ReviewQueueInput = z.infer<typeof reviewQueueInput>

/** Last decision and reviewer, for a colleague who was slower. */
export const lastAnswerSchema = z.object({ by: z.string().nullable(), at: z.date() })
export type LastAnswer = z.infer<typeof lastAnswerSchema>
