import { z } from 'zod'
import { exportFormats } from '@quaff/platform/shared/export-formats'
import { schemasOf } from '@quaff/platform/shared/fields/field-schemas'
import { oneOf, span, text } from '@quaff/platform/shared/fields/fields'
import { pageInput, pageLimits, pageOf, sortOrders } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema, textLimits } from '@quaff/platform/shared/text'

export const entryStatuses = ['waiting', 'shortlisted', 'invited', 'joined', 'removed'] as const
export type EntryStatus = (typeof entryStatuses)[number]

/** Shown and filtered statuses: `expired` is stored as `invited` with a past expiry. */
export const shownStatuses = ['waiting', 'shortlisted', 'invited', 'expired', 'joined', 'removed'] as const
export type ShownStatus = (typeof shownStatuses)[number]

export const entryActions = ['invite', 'resend', 'rescind', 'shortlist', 'unshortlist', 'remove', 'restore'] as const
export type EntryAction = (typeof entryActions)[number]
export const entrySorts = ['joined', 'referrals'] as const
export type EntrySort = (typeof entrySorts)[number]

export const entryLimits = {
  name: textLimits.short,
  city: textLimits.short,
  postalCode: 20,
  wantedVenue: textLimits.short,
  source: 60,
  notes: textLimits.long,
  /** In one bulk action, and in one "invite next". */
  perChange: 100,
  exportSelection: 1_000,
  /** Offered as filters, the most frequent. */
  sources: 20,
} as const

/** `city` and `postalCode` filter an area of the demand view by the whole text, ignoring case. */
export const entryFilters = {
  q: text(pageLimits.maxSearchLength),
  status: oneOf(shownStatuses),
  source: text(entryLimits.source),
  city: text(entryLimits.city),
  postalCode: text(entryLimits.postalCode),
  /** Time of joining the list; both ends included. */
  created: span('createdFrom', 'createdTo'),
}
export const entryFilter = z.strictObject({ waitlistId: idSchema, ...schemasOf(entryFilters) })
export type EntryFilter = z.infer<typeof entryFilter>
export const listEntriesInput = entryFilter.extend({
  ...pageInput.shape,
  sort: z.enum(entrySorts).default('joined'),
  order: z.enum(sortOrders).default('desc'),
})
export type ListEntriesInput = z.infer<typeof listEntriesInput>

const entryRowSchema = z.object({
  id: z.string(),
  waitlistId: z.string(),
  email: z.string(),
  name: z.string(),
  city: z.string(),
  postalCode: z.string(),
  wantedVenue: z.string(),
  source: z.string(),
  referralCount: z.int(),
  status: z.enum(shownStatuses),
  /** Time of joining the list. */
  createdAt: z.date(),
  invitedAt: z.date().nullable(),
  invitationExpiresAt: z.date().nullable(),
  joinedAt: z.date().nullable(),
  version: z.int(),
})
export type EntryRow = z.infer<typeof entryRowSchema>

const historyItemSchema = z.object({
  /** An audit action, or `joined_list` and `accepted_invitation`, which the person did. */
  action: z.string(),
  at: z.date(),
  by: z.string().nullable(),
})
export type HistoryItem = z.infer<typeof historyItemSchema>
const entryRecordSchema = entryRowSchema.extend({
  notes: z.string(),
  affiliateCode: z.string().nullable(),
  referralCode: z.string(),
  /** The referrer; null if none or deleted. */
  referredBy: z.object({ id: z.string(), email: z.string(), name: z.string() }).nullable(),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** Newest first. */
  history: z.array(historyItemSchema),
})
export type EntryRecord = z.infer<typeof entryRecordSchema>

const entriesOfChange = z
  .array(z.strictObject({ id: idSchema, version: z.int().min(1) }))
  .min(1)
  .max(entryLimits.perChange)
export const changeEntriesInput = z.strictObject({
  waitlistId: idSchema,
  action: z.enum(entryActions),
  entries: entriesOfChange,
  requestKey: z.uuid().optional(),
})
export type ChangeEntriesInput = z.infer<typeof changeEntriesInput>

/** One row per entry in the requested order. A refused one does not affect the others. */
const changeResultSchema = z.array(
  z.object({
    id: z.string(),
    label: z.string(),
    ok: z.boolean(),
    error: z.string().nullable(),
    /** The new version of a changed entry, which undo needs. */
    version: z.int().optional(),
  }),
)
export type ChangeResult = z.infer<typeof changeResultSchema>

const previewNextInput = z.strictObject({ waitlistId: idSchema, count: z.int().min(1).max(entryLimits.perChange) })
export type PreviewNextInput = z.infer<typeof previewNextInput>
const nextEntriesSchema = z.object({
  /** Exactly who would be invited, in this order: shortlisted before waiting, each oldest first. */
  rows: z.array(entryRowSchema),
  /** Number of people who can be invited this way. */
  available: z.int(),
})
export type NextEntries = z.infer<typeof nextEntriesSchema>

const saveNotesInput = z.strictObject({
  waitlistId: idSchema,
  entryId: idSchema,
  version: z.int().min(1),
  notes: z.string().trim().max(entryLimits.notes),
})
export type SaveNotesInput = z.infer<typeof saveNotesInput>

const forgetEntryInput = z.strictObject({ waitlistId: idSchema, entryId: idSchema, version: z.int().min(1) })
export type ForgetEntryInput = z.infer<typeof forgetEntryInput>

export const exportEntriesInput = z.strictObject({
  format: z.enum(exportFormats),
  filter: entryFilter,
  /** Selected rows of that list; without it all that match. */
  ids: z.array(idSchema).max(entryLimits.exportSelection).optional(),
})
export type ExportEntriesInput = z.infer<typeof exportEntriesInput>

const get = route('GET', 'Waitlists')
const post = route('POST', 'Waitlists')
const put = route('PUT', 'Waitlists')
const remove = route('DELETE', 'Waitlists')

export const entriesContract = {
  entries: get('/waitlists/{waitlistId}/entries', 'Waitlist entries')
    .input(listEntriesInput)
    .output(pageOf(entryRowSchema)),
  sources: get('/waitlists/{waitlistId}/sources', 'Sources of waitlist entries')
    .input(z.strictObject({ waitlistId: idSchema }))
    .output(z.array(z.object({ source: z.string(), count: z.int() }))),
  entry: get('/waitlists/{waitlistId}/entries/{entryId}', 'Waitlist entry')
    .input(z.strictObject({ waitlistId: idSchema, entryId: idSchema }))
    .output(entryRecordSchema),
  previewNext: get('/waitlists/{waitlistId}/next', 'Preview the next invitations')
    .input(previewNextInput)
    .output(nextEntriesSchema),
  changeEntries: post('/waitlists/{waitlistId}/changes', 'Invite, shortlist, remove or restore entries')
    .input(changeEntriesInput)
    .output(changeResultSchema),
  saveNotes: put('/waitlists/{waitlistId}/entries/{entryId}/notes', 'Save notes about an entry')
    .input(saveNotesInput)
    .output(z.object({ version: z.int() })),
  /** No row is left; a removed person has one. Audit `forget_waitlist_entry`. */
  forget: remove('/waitlists/{waitlistId}/entries/{entryId}', 'Permanently delete a waitlist entry')
    .input(forgetEntryInput)
    .output(z.object({ success: z.literal(true) })),
}

export const waitlistKinds = ['consumer', 'merchant', 'city'] as const
export type WaitlistKind = (typeof waitlistKinds)[number]
