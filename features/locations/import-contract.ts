import { z } from 'zod'
import { requestKeySchema } from '@quaff/features/merchants/contract'
import { byHandSchema, fileColumnsSchema } from '@quaff/platform/shared/file-columns'
import { idSchema } from '@quaff/platform/shared/text'

export const importLimits = {
  rows: 500,
  characters: 300_000,
  /** The request limit in bytes; a character takes up to three. The edge guard allows no other call this size. */
  requestBytes: 1024 * 1024,
} as const
/** Ends of the paths, in the console's protocol and as REST, that take a whole file. */
export const importPaths = /\/(?:locations\/(?:previewImport|importRows)|location-import(?:-preview)?)$/

/** Columns of the file; the days hold times like `07:00-12:00 13:00-19:00`, `closed` or nothing. */
export const importColumns = [
  'name',
  'line1',
  'line2',
  'city',
  'region',
  'postalCode',
  'country',
  'phone',
  'latitude',
  'longitude',
  'timeZone',
  'mon',
  'tue',
  'wed',
  'thu',
  'fri',
  'sat',
  'sun',
] as const
export type ImportColumn = (typeof importColumns)[number]

const csv = z.string().max(importLimits.characters, 'The file is larger than 300 KB')
export const previewInput = z.strictObject({
  merchantId: idSchema,
  csv,
  /** Maps columns whose heading is not in `importColumns`. */
  columns: byHandSchema(importColumns).optional(),
})
/** Rows whose name is taken are left out unless `includeDuplicates`. */
export const importInput = previewInput.extend({
  includeDuplicates: z.boolean().default(false),
  requestKey: requestKeySchema,
})
export type ImportInput = z.infer<typeof importInput>

export const importErrorSchema = z.object({ column: z.string(), message: z.string() })
export type ImportError = z.infer<typeof importErrorSchema>

/** `line` counts as a spreadsheet does: the header is line 1. */
export const importRowSchema = z.object({
  line: z.int(),
  name: z.string(),
  address: z.string(),
  hours: z.string(),
  /** The name is taken, by a stored location or by an earlier line. */
  isDuplicate: z.boolean(),
  errors: z.array(importErrorSchema),
})
export type ImportRow = z.infer<typeof importRowSchema>

export const importPreviewSchema = fileColumnsSchema(importColumns).extend({
  rows: z.array(importRowSchema),
  /** Why no row can be imported, for people; null when some can. */
  refusal: z.string().nullable(),
  /** Rows that name no time zone, by the zone that they get: of their country, of the merchant, or the platform's. */
  zonesGiven: z.array(z.object({ timeZone: z.string(), isOwn: z.boolean(), count: z.int() })),
})
export type ImportPreview = z.infer<typeof importPreviewSchema>

export const importOutcomes = ['created', 'duplicate', 'failed'] as const
export const importResultSchema = z.object({
  created: z.int(),
  rows: z.array(importRowSchema.extend({ outcome: z.enum(importOutcomes) })),
  /** The rows that were not created as a CSV file with an `errors` column; null when all were. */
  failedCsv: z.string().nullable(),
})
export type ImportResult = z.infer<typeof importResultSchema>
