import { z } from 'zod'
import { exportFormats } from '@quaff/platform/shared/export-formats'
import { formSchema, schemasOf } from '@quaff/platform/shared/fields/field-schemas'
import { id, oneOf, text } from '@quaff/platform/shared/fields/fields'
import { line, word } from '@quaff/platform/shared/fields/form-fields'
import { labelled } from '@quaff/platform/shared/fields/record'
import { pageInput, pageLimits, pageOf } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

export const linkDestinations = ['home', 'partner_signup', 'merchant'] as const
export type LinkDestination = (typeof linkDestinations)[number]
export const linkStatuses = ['active', 'archived'] as const
export type LinkStatus = (typeof linkStatuses)[number]

/** The state at a given time, from the status and the dates. */
export const linkStates = ['active', 'scheduled', 'ended', 'archived'] as const
export type LinkState = (typeof linkStates)[number]

export const linkLimits = {
  slug: 60,
  code: 32,
  sourceTag: 40,
  /** Per link, so that one link can't reserve many addresses. */
  formerSlugs: 20,
  perMerchant: 200,
  exportSelection: 500,
  /** Maximum age of the cached platform-wide totals. */
  totalsAgeMs: 10_000,
} as const

export const linkFields = {
  name: labelled('Name', line({ missing: 'Enter a name' })),
  /** Lower case, so that a printed address works in any capitalization. */
  slug: labelled(
    'Short link',
    word({
      max: linkLimits.slug,
      shape: /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/,
      message: 'Use letters, digits and hyphens, like table-12.',
      read: (typed) => typed.trim().toLowerCase(),
    }),
  ),
  /** Upper case, because people read it aloud at a counter. */
  code: labelled(
    'Code',
    word({
      max: linkLimits.code,
      shape: /^[A-Z0-9]{3,32}$/,
      message: 'Use 3 to 32 letters and digits, like TABLE12.',
      read: (typed) => typed.trim().toUpperCase(),
    }),
  ),
  sourceTag: labelled('Source tag', line({ max: linkLimits.sourceTag }), {
    hint: 'Where you show the link, such as tables, window or newsletter',
  }),
}
export const slugSchema = formSchema(linkFields.slug)
export const codeSchema = formSchema(linkFields.code)

/** Minor: null until one event carried the code, so that "nothing known" is not shown as 0 (G37). */
const figuresSchema = z.object({
  clicks: z.int(),
  signups: z.int().nullable(),
  subscriptions: z.int().nullable(),
  firstDrinks: z.int().nullable(),
})
export type LinkFigures = z.infer<typeof figuresSchema>

export const linkSchema = figuresSchema.extend({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  /** The whole short address. */
  address: z.string(),
  /** Whole ones that it had before and that still lead to it; the newest first. */
  formerAddresses: z.array(z.string()),
  code: z.string(),
  destination: z.enum(linkDestinations),
  /** Null: the platform's. */
  merchantId: z.string().nullable(),
  merchantName: z.string().nullable(),
  sourceTag: z.string(),
  state: z.enum(linkStates),
  startsAt: z.date().nullable(),
  endsAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  version: z.int(),
})
export type AffiliateLink = z.infer<typeof linkSchema>

export const linkFilters = { merchantId: id(), status: oneOf(linkStatuses), q: text(pageLimits.maxSearchLength) }
export const linkFilter = z.strictObject(schemasOf(linkFilters))
export type LinkFilter = z.infer<typeof linkFilter>
export const listLinksInput = linkFilter.extend(pageInput.shape)
export type ListLinksInput = z.infer<typeof listLinksInput>
export const linkTotalsInput = linkFilter.pick({ merchantId: true })
export type LinkTotalsInput = z.infer<typeof linkTotalsInput>
export const linkTotalsSchema = figuresSchema.extend({ active: z.int(), archived: z.int() })
export type LinkTotals = z.infer<typeof linkTotalsSchema>

export const linkIdInput = z.strictObject({ linkId: idSchema })
export type LinkIdInput = z.infer<typeof linkIdInput>

const changeable = {
  name: formSchema(linkFields.name),
  slug: slugSchema,
  destination: z.enum(linkDestinations),
  sourceTag: formSchema(linkFields.sourceTag).default(''),
  startsAt: z.date().nullable().default(null),
  endsAt: z.date().nullable().default(null),
}

/** `merchantId` null: the platform's own, for administrators. A link to a merchant's page needs one. */
export const createLinkInput = z.strictObject({
  ...changeable,
  code: codeSchema,
  merchantId: idSchema.nullable(),
  requestKey: z.uuid().optional(),
})
export type CreateLinkInput = z.infer<typeof createLinkInput>
const versioned = linkIdInput.extend({ version: z.int().min(1) })

/** The code can't change, because signups refer to it. */
export const updateLinkInput = versioned.extend(changeable)
export type UpdateLinkInput = z.infer<typeof updateLinkInput>
export const setArchivedInput = versioned.extend({ archived: z.boolean() })
export type SetArchivedInput = z.infer<typeof setArchivedInput>
export const checkLinkInput = z.strictObject({
  slug: slugSchema.optional(),
  code: codeSchema.optional(),
  /** The link that is being edited; its own slug and code count as free. */
  linkId: idSchema.optional(),
})
export type CheckLinkInput = z.infer<typeof checkLinkInput>

export const exportLinksInput = z.strictObject({
  format: z.enum(exportFormats),
  filter: linkFilter.optional(),
  /** Selected rows; all matching rows if absent. */
  ids: z.array(idSchema).max(linkLimits.exportSelection).optional(),
})
export type ExportLinksInput = z.infer<typeof exportLinksInput>

const get = route('GET', 'Affiliate links')
const post = route('POST', 'Affiliate links')
const patch = route('PATCH', 'Affiliate links')

/** Any text, because a click with an unknown code gets the same response. */
export const landingCode = z.string().max(64)
export const clickInput = z.strictObject({ code: landingCode })

export const landingContract = {
  /** Posted by the page once it is shown; counted or not, the answer is the same (G37). */
  click: post('/affiliate-clicks', 'Count a click')
    .input(clickInput)
    .output(z.object({ success: z.literal(true) })),
}

/** Number of days back, including today. */
export const dayRanges = [30, 91] as const

export const linkDaysInput = z.strictObject({ linkId: idSchema, days: z.literal(dayRanges).default(30) })

const linkDaySchema = z.object({
  /** `YYYY-MM-DD` on the platform's calendar. */
  day: z.string(),
  clicks: z.int(),
  /** Null on every day until one signup carried the code (G37). */
  signups: z.int().nullable(),
})

export const linkDaysSchema = z.object({
  /** Oldest first, without a gap; the last one is not over yet. */
  days: z.array(linkDaySchema),
  window: z.object({ from: z.date(), to: z.date() }),
  timeZone: z.string(),
  measuredAt: z.date(),
})

export const daysContract = {
  /** Allowed for everyone who may view the link. */
  days: get('/affiliate-links/{linkId}/days', 'Clicks and signups of a link by day')
    .input(linkDaysInput)
    .output(linkDaysSchema),
}

export const affiliatesContract = {
  ...landingContract,
  ...daysContract,
  /** Newest first. Administrators all, owners and viewers their own merchants'. */
  list: get('/affiliate-links', 'Affiliate links').input(listLinksInput).output(pageOf(linkSchema)),
  /** Totals over all links that the caller may see, or of one merchant. */
  totals: get('/affiliate-totals', 'Totals of affiliate links').input(linkTotalsInput).output(linkTotalsSchema),
  get: get('/affiliate-links/{linkId}', 'One affiliate link').input(linkIdInput).output(linkSchema),
  /** A link's former slugs are free for that link only. */
  check: get('/affiliate-link-check', 'Check whether a link and a code are available')
    .input(checkLinkInput)
    .output(z.object({ slugFree: z.boolean(), codeFree: z.boolean() })),
  /** Refuses a taken slug or code with CONFLICT and the field. Audit `create_affiliate_link`. */
  create: post('/affiliate-links', 'Create an affiliate link').input(createLinkInput).output(linkSchema),
  /** The previous slug stays reserved and keeps redirecting. Refuses as `create`, and with SLUG_LIMIT. */
  update: patch('/affiliate-links/{linkId}', 'Update an affiliate link').input(updateLinkInput).output(linkSchema),
  /** An archived link leads to the neutral page; its figures stay. */
  setArchived: post('/affiliate-links/{linkId}/archive', 'Archive or restore a link')
    .input(setArchivedInput)
    .output(linkSchema),
}

export type DayRange = (typeof dayRanges)[number]

export type LinkDaysInput = z.infer<typeof linkDaysInput>

export type LinkDay = z.infer<typeof linkDaySchema>

export type LinkDays = z.infer<typeof linkDaysSchema>

export const clickLimits = {
  /** A visitor's click counts once per window. */
  windowMs: 30 * 60_000,
  keptMs: 24 * 60 * 60_000,
} as const

export type ClickInput = z.infer<typeof clickInput>

export const invitationSchema = z.object({
  code: z.string(),
  /** The merchant's name, or the link's where it is the platform's own. */
  from: z.string(),
  merchantName: z.string().nullable(),
})
export type AffiliateInvitation = z.infer<typeof invitationSchema>

/** Matches the end of a click endpoint's path, in the RPC protocol and as REST. Any site may post to it. */
export const clickPaths = /\/(?:affiliates\/click|affiliate-clicks)$/
