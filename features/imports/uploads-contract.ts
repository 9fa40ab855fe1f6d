import { z } from 'zod'
import { textLimits } from '@quaff/platform/shared/text'
import { writtenKinds } from './kinds-rules'
import { amountUnits } from './money-contract'
import { isCurrency } from './money-rules'

export const importUploadPath = '/api/uploads/import'

export const uploadLimits = {
  maxBytes: 512 * 1_024 ** 2,
  /** As the server's own, of every upload (spec §9). */
  timeoutMs: 10 * 60_000,
  fileName: 120,
} as const

/** Pictures lie in a folder. */
export const uploadKinds = writtenKinds.filter((kind) => kind !== 'pictures')

/** The text fields of the upload form; the file follows them as its last part. */
export const uploadImportInput = z.strictObject({
  fileName: z.string().trim().min(1).max(uploadLimits.fileName),
  /** Names with commas between them. */
  only: z
    .string()
    .max(textLimits.medium)
    .transform((names) => names.split(','))
    .pipe(z.array(z.enum(uploadKinds)).min(1))
    .optional(),
  amounts: z.enum(amountUnits).optional(),
  currency: z.string().toLowerCase().refine(isCurrency).optional(),
})
export type UploadImportInput = z.infer<typeof uploadImportInput>
