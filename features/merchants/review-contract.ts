import { z } from 'zod'
import { formSchema } from '@quaff/platform/shared/fields/field-schemas'
import { lines, reason } from '@quaff/platform/shared/fields/form-fields'
import { idSchema, textLimits } from '@quaff/platform/shared/text'
import { completenessSteps } from './completeness-contract'

/** Why a merchant is declined, suspended, archived or restored. */
export const reasonField = reason()

/** Kept on file with an approval. */
export const approvalNoteField = lines(textLimits.long)
export const approvalNotesSchema = formSchema(approvalNoteField).default('')

export const merchantBatchLimit = 50
export const batchInput = z.strictObject({ merchantIds: z.array(idSchema).min(1).max(merchantBatchLimit) })
/** One that lacks required steps is left out of a batch, by name, unless this says to approve it all the same. */
export const approveManyInput = batchInput.extend({
  notes: approvalNotesSchema,
  despiteMissing: z.boolean().default(false),
})
export type ApproveManyInput = z.infer<typeof approveManyInput>
/** One entry per asked id, in the order asked. `missing`: required steps that it lacks, approved or not. */
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
