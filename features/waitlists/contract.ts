import { z } from 'zod'
import { formSchemas } from '@quaff/platform/shared/fields/field-schemas'
import { line, lines, needed, whole, word } from '@quaff/platform/shared/fields/form-fields'
import { labelled } from '@quaff/platform/shared/fields/record'
import { byHandSchema, fileColumnsSchema } from '@quaff/platform/shared/file-columns'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema, textLimits } from '@quaff/platform/shared/text'
import { entriesContract, waitlistKinds } from './entries-contract'
import { joinContract } from './join-contract'

export { type EntryStatus } from './entries-contract'
export { waitlistKinds, type WaitlistKind } from './entries-contract'

export const waitlistLimits = {
  name: textLimits.short,
  description: textLimits.medium,
  city: textLimits.short,
  slug: 40,
  invitationDays: 90,
  /** All lists are shown on one page. */
  lists: 200,
} as const

/** `slug` is what the join page's address ends in: `/w/<slug>`. */
export const waitlistFields = {
  name: labelled('Name', line({ missing: 'Enter a name', max: waitlistLimits.name })),
  city: labelled('City', line({ max: waitlistLimits.city })),
  slug: labelled(
    'Join page link',
    word({
      max: waitlistLimits.slug,
      shape: /^(?=..)[a-z0-9]+(?:-[a-z0-9]+)*$/,
      message: 'Use at least 2 lowercase letters or digits, with single hyphens between them',
      read: (typed) => typed.trim().toLowerCase(),
    }),
  ),
  description: labelled('Join page text', lines(waitlistLimits.description)),
  invitationDays: whole(
    1,
    waitlistLimits.invitationDays,
    `Enter a number of days between 1 and ${waitlistLimits.invitationDays}`,
  ),
}
export const cityField = needed(waitlistFields.city, 'Enter the city')

export const waitlistCountsSchema = z.object({
  waiting: z.int(),
  shortlisted: z.int(),
  /** Still holding. */
  invited: z.int(),
  expired: z.int(),
  joined: z.int(),
  removed: z.int(),
})
export type WaitlistCounts = z.infer<typeof waitlistCountsSchema>

export const waitlistSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(waitlistKinds),
  slug: z.string(),
  description: z.string(),
  /** Null except for city lists. */
  city: z.string().nullable(),
  isOpen: z.boolean(),
  invitationDays: z.int(),
  createdAt: z.date(),
  updatedAt: z.date(),
  version: z.int(),
  counts: waitlistCountsSchema,
})
export type Waitlist = z.infer<typeof waitlistSchema>

const fields = { ...formSchemas(waitlistFields), kind: z.enum(waitlistKinds) }

/** A city list requires a city; the other kinds ignore it. */
const cityNamed = (input: { kind: string; city: string }) => input.kind !== 'city' || input.city !== ''
const noCity = { path: ['city'], message: cityField.missing }
export const createWaitlistInput = z
  .strictObject({ ...fields, requestKey: z.uuid().optional() })
  .refine(cityNamed, noCity)
export type CreateWaitlistInput = z.infer<typeof createWaitlistInput>
const versioned = { waitlistId: idSchema, version: z.int().min(1) }
export const updateWaitlistInput = z.strictObject({ ...fields, ...versioned }).refine(cityNamed, noCity)
export type UpdateWaitlistInput = z.infer<typeof updateWaitlistInput>
export const setWaitlistOpenInput = z.strictObject({ ...versioned, isOpen: z.boolean() })
export type SetWaitlistOpenInput = z.infer<typeof setWaitlistOpenInput>
export const removeWaitlistInput = z.strictObject(versioned)
export type RemoveWaitlistInput = z.infer<typeof removeWaitlistInput>

const get = route('GET', 'Waitlists')
const post = route('POST', 'Waitlists')
const put = route('PUT', 'Waitlists')
const remove = route('DELETE', 'Waitlists')

/** `covered`: an active venue in the same city and postal code (or city, where no code is known); `nearby`: in the same city. */
export const coverages = ['covered', 'nearby', 'none'] as const

export const demandInput = z.strictObject({ waitlistId: idSchema, coverage: z.enum(coverages).optional() })

export const demandAreaSchema = z.object({
  /** The most frequent spelling; empty if unknown. */
  city: z.string(),
  postalCode: z.string(),
  /** Waiting or shortlisted. */
  people: z.int(),
  /** The most wanted venue; empty if none was named. */
  wantedVenue: z.string(),
  /** Locations of active merchants in the city. */
  venues: z.int(),
  coverage: z.enum(coverages),
})

export const demandSchema = z.object({
  areas: z.array(demandAreaSchema),
  /** Areas and people of the requested coverage, not capped by the limit. */
  total: z.int(),
  people: z.int(),
  /** People by coverage, independent of the requested one. */
  byCoverage: z.object({ covered: z.int(), nearby: z.int(), none: z.int() }),
})

export const demandContract = {
  demand: get('/waitlists/{waitlistId}/demand', 'Demand by area').input(demandInput).output(demandSchema),
}

export const waitlistImportLimits = {
  rows: 5_000,
  characters: 2_000_000,
  /** Additional columns, stored as answers. */
  answers: 50,
  question: 120,
  answer: 500,
  /** Size of the request. A character takes up to three bytes. */
  requestBytes: 6 * 1024 * 1024,
} as const

const csv = z.string().max(waitlistImportLimits.characters, 'The file is larger than 2 MB')

export const waitlistColumns = ['email', 'name', 'city', 'postalCode', 'wantedVenue', 'source', 'notes'] as const

export const previewWaitlistImportInput = z.strictObject({
  waitlistId: idSchema,
  csv,
  /** Assigns columns with other headings than `waitlistColumns`. Unassigned columns become answers. */
  columns: byHandSchema(waitlistColumns).optional(),
})

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

export const waitlistImportPreviewSchema = fileColumnsSchema(waitlistColumns).extend({
  rows: z.array(waitlistImportRowSchema),
  /** Further columns of the file, which become answers. */
  answerColumns: z.array(z.string()),
})

export const importEntriesInput = previewWaitlistImportInput.extend({ requestKey: z.uuid().optional() })

export const waitlistImportResultSchema = z.object({
  created: z.int(),
  duplicates: z.int(),
  failed: z.int(),
  /** The lines with errors as a CSV file with an `errors` column; null when there are none. */
  failedCsv: z.string().nullable(),
})

export const importContract = {
  previewImport: post('/waitlist-import-preview', 'Preview an import of people')
    .input(previewWaitlistImportInput)
    .output(waitlistImportPreviewSchema),
  importRows: post('/waitlist-import', 'Import people').input(importEntriesInput).output(waitlistImportResultSchema),
}

/** Administrators, but for `joinContract`, which is the public page's. */
export const waitlistsContract = {
  /** All, by name. */
  list: get('/waitlists', 'Waitlists').input(z.strictObject({})).output(z.array(waitlistSchema)),
  create: post('/waitlists', 'Create a waitlist').input(createWaitlistInput).output(waitlistSchema),
  update: put('/waitlists/{waitlistId}', 'Update a waitlist').input(updateWaitlistInput).output(waitlistSchema),
  setOpen: put('/waitlists/{waitlistId}/open', 'Close or open a waitlist')
    .input(setWaitlistOpenInput)
    .output(waitlistSchema),
  /** Refuses with NOT_EMPTY while the list has entries, removed ones included. */
  remove: remove('/waitlists/{waitlistId}', 'Delete an empty waitlist')
    .input(removeWaitlistInput)
    .output(z.object({ success: z.literal(true) })),
  ...entriesContract,
  ...demandContract,
  ...importContract,
  ...joinContract,
}

export type Coverage = (typeof coverages)[number]

/** Areas per response, most people first. */
export const demandLimit = 100

export type DemandInput = z.infer<typeof demandInput>

export type DemandArea = z.infer<typeof demandAreaSchema>

export type Demand = z.infer<typeof demandSchema>

/** Ends of the paths, in the console's protocol and as REST, that take a whole file. */
export const waitlistImportPaths = /\/(?:waitlists\/(?:previewImport|importRows)|waitlist-import(?:-preview)?)$/

export type WaitlistColumn = (typeof waitlistColumns)[number]

export type PreviewWaitlistImportInput = z.infer<typeof previewWaitlistImportInput>

export type ImportEntriesInput = z.infer<typeof importEntriesInput>

export type WaitlistImportRow = z.infer<typeof waitlistImportRowSchema>

export type WaitlistImportPreview = z.infer<typeof waitlistImportPreviewSchema>

export type WaitlistImportResult = z.infer<typeof waitlistImportResultSchema>
