import { z } from 'zod'
import { byHandSchema, fileColumnsSchema } from '@quaff/platform/shared/file-columns/contract'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

export const waitlistImportLimits = {
  rows: 5_000,
  characters: 2_000_000,
  /** Further columns, kept as answers. */
  answers: 50,
  question: 120,
  answer: 500,
  /** Of the request, in which a character takes up to three bytes. */
  requestBytes: 6 * 1024 * 1024,
} as const
/** Ends of the paths, in the console's protocol and as REST, that take a whole file. */
export const waitlistImportPaths = /\/(?:waitlists\/(?:previewImport|importRows)|waitlist-import(?:-preview)?)$/

export const waitlistColumns = ['email', 'name', 'city', 'postalCode', 'wantedVenue', 'source', 'notes'] as const
export type WaitlistColumn = (typeof waitlistColumns)[number]

const csv = z.string().max(waitlistImportLimits.characters, 'The file is larger than 2 MB')
export const previewWaitlistImportInput = z.strictObject({
  waitlistId: idSchema,
  csv,
  /** What columns hold whose heading is none of `waitlistColumns`; the others become answers. */
  columns: byHandSchema(waitlistColumns).optional(),
})
export type PreviewWaitlistImportInput = z.infer<typeof previewWaitlistImportInput>
export const importEntriesInput = previewWaitlistImportInput.extend({ requestKey: z.uuid().optional() })
export type ImportEntriesInput = z.infer<typeof importEntriesInput>

/** `line` counts as a spreadsheet does: the header is line 1. */
export const waitlistImportRowSchema = z.object({
  line: z.int(),
  email: z.string(),
  name: z.string(),
  area: z.string(),
  /** On the list already, or in an earlier line. */
  isDuplicate: z.boolean(),
  errors: z.array(z.object({ column: z.string(), message: z.string() })),
})
export type WaitlistImportRow = z.infer<typeof waitlistImportRowSchema>
export const waitlistImportPreviewSchema = fileColumnsSchema(waitlistColumns).extend({
  rows: z.array(waitlistImportRowSchema),
  /** Further columns of the file, which become answers. */
  answerColumns: z.array(z.string()),
})
export type WaitlistImportPreview = z.infer<typeof waitlistImportPreviewSchema>
export const waitlistImportResultSchema = z.object({
  created: z.int(),
  duplicates: z.int(),
  failed: z.int(),
  /** The lines with errors as a CSV file with an `errors` column; null when there are none. */
  failedCsv: z.string().nullable(),
})
export type WaitlistImportResult = z.infer<typeof waitlistImportResultSchema>

const post = route('POST', 'Waitlists')

export const importContract = {
  previewImport: post('/waitlist-import-preview', 'Preview an import of people')
    .input(previewWaitlistImportInput)
    .output(waitlistImportPreviewSchema),
  importRows: post('/waitlist-import', 'Import people').input(importEntriesInput).output(waitlistImportResultSchema),
}
