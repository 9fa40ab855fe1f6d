import { z } from 'zod'
import { formSchema, formSchemas } from '@quaff/platform/shared/fields/field-schemas'
import { line, lines, needed, whole, word } from '@quaff/platform/shared/fields/form-fields'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema, textLimits } from '@quaff/platform/shared/text'
import { demandContract } from './demand-contract'
import { entriesContract } from './entries-contract'
import { importContract } from './import-contract'
import { joinContract } from './join-contract'
import { waitlistKinds } from './kinds-contract'

export { type EntryStatus } from './entries-contract'
export { waitlistKinds, type WaitlistKind } from './kinds-contract'

export const waitlistLimits = {
  name: textLimits.short,
  description: textLimits.medium,
  city: textLimits.short,
  slug: 40,
  invitationDays: 90,
  /** Of lists; they are shown all at once. */
  lists: 200,
} as const

/** `slug` is what the join page's address ends in: `/w/<slug>`. */
export const waitlistFields = {
  name: line({ missing: 'Enter a name', max: waitlistLimits.name }),
  city: line({ max: waitlistLimits.city }),
  slug: word({
    max: waitlistLimits.slug,
    shape: /^(?=..)[a-z0-9]+(?:-[a-z0-9]+)*$/,
    words: 'Use at least 2 lowercase letters or digits, with single hyphens between them',
    read: (typed) => typed.trim().toLowerCase(),
  }),
  description: lines(waitlistLimits.description),
  invitationDays: whole(
    1,
    waitlistLimits.invitationDays,
    `Enter a number of days between 1 and ${waitlistLimits.invitationDays}`,
  ),
}
export const cityField = needed(waitlistFields.city, 'Enter the city')
export const waitlistSlugSchema = formSchema(waitlistFields.slug)

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
  /** Of a city list only. */
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
/** A city list names its city; the other kinds keep none, whatever is sent. */
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

/** Administrators, but for `joinContract`, which is the public page's. */
export const waitlistsContract = {
  /** By name, all of them. */
  list: get('/waitlists', 'Waitlists').input(z.strictObject({})).output(z.array(waitlistSchema)),
  create: post('/waitlists', 'Create a waitlist').input(createWaitlistInput).output(waitlistSchema),
  update: put('/waitlists/{waitlistId}', 'Update a waitlist').input(updateWaitlistInput).output(waitlistSchema),
  setOpen: put('/waitlists/{waitlistId}/open', 'Close or open a waitlist')
    .input(setWaitlistOpenInput)
    .output(waitlistSchema),
  /** Refused with NOT_EMPTY while anybody stands on it, removed people included. */
  remove: remove('/waitlists/{waitlistId}', 'Delete an empty waitlist')
    .input(removeWaitlistInput)
    .output(z.object({ success: z.literal(true) })),
  ...entriesContract,
  ...demandContract,
  ...importContract,
  ...joinContract,
}
