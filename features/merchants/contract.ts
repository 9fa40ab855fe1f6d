import { z } from 'zod'
import { exportFormats } from '@quaff/platform/shared/export-formats'
import { formSchema, formSchemas, schemasOf } from '@quaff/platform/shared/fields/field-schemas'
import { flag, oneOf, span, text } from '@quaff/platform/shared/fields/fields'
import { addressFields, email, line, lines, optional, phone, website } from '@quaff/platform/shared/fields/form-fields'
import { moneySchema } from '@quaff/platform/shared/money/money'
import { pageInput, pageLimits, pageOf, sortOrders } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema, textLimits } from '@quaff/platform/shared/text'
import {
  approvalNotesSchema,
  approveManyInput,
  batchInput,
  batchResultSchema,
  changeRequestSchema,
  checklistSchema,
  completenessSteps,
  lastAnswerSchema,
  reasonField,
  reviewQueueInput,
  reviewReasons,
} from './review-contract'

export * from './review-contract'

export const merchantStatuses = ['pending', 'pending_review', 'active', 'suspended', 'rejected', 'archived'] as const
export type MerchantStatus = (typeof merchantStatuses)[number]
export const applicationStatuses = ['pending_setup', 'submitted', 'changes_requested', 'approved', 'rejected'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]
export const businessTypes = [
  'coffee_shop',
  'coffee_roaster',
  'tea_house',
  'juice_bar',
  'bar',
  'bakery',
  'restaurant',
  'other',
] as const
export type BusinessType = (typeof businessTypes)[number]

/** Each merchant is in exactly one tab but `all` (specification-gaps.md, "States"). `pending` is what `?status=pending` opens (G27). */
export const merchantTabs = ['all', 'live', 'review', 'setup', 'other'] as const
export type MerchantTab = (typeof merchantTabs)[number]
export const merchantSorts = ['name', 'subscribers', 'revenue', 'activity', 'created'] as const
export type MerchantSort = (typeof merchantSorts)[number]

export const merchantFilters = {
  tab: oneOf(merchantTabs),
  q: text(pageLimits.maxSearchLength),
  /** `pending_review` selects needsReview (spec §4); `pending` means the review tab plus status pending (G27). */
  status: oneOf(merchantStatuses),
  category: text(textLimits.id),
  hasBank: flag(),
  isLive: flag(),
  needsReview: flag(),
  created: span('createdFrom', 'createdTo'),
}
export const listMerchantsInput = pageInput.extend({
  ...schemasOf(merchantFilters),
  tab: z.enum(merchantTabs).default('all'),
  sort: z.enum(merchantSorts).default('name'),
  order: z.enum(sortOrders).default('desc'),
})
export type ListMerchantsInput = z.infer<typeof listMerchantsInput>

export const merchantRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  logoUrl: z.string().nullable(),
  businessType: z.string().nullable(),
  status: z.enum(merchantStatuses),
  needsReview: z.boolean(),
  applicationStatus: z.enum(applicationStatuses).nullable(),
  isLive: z.boolean(),
  statusChangedAt: z.date(),
  contactEmail: z.string().nullable(),
  ownerEmail: z.string().nullable(),
  hasTaxId: z.boolean(),
  hasBank: z.boolean(),
  /** 0–100, of the steps an owner completes before approval. */
  completeness: z.int(),
  /** The required steps that are not done. */
  missing: z.array(z.enum(completenessSteps)),
  totalLocations: z.int(),
  totalSubscribers: z.int(),
  activeSubscribers: z.int(),
  /** Active subscriptions; one total per currency, usd first. */
  monthlyRevenue: z.array(moneySchema),
  redemptionCount: z.int(),
  lastActivity: z.date().nullable(),
  createdAt: z.date(),
})
export type MerchantRow = z.infer<typeof merchantRowSchema>

export const merchantRecordSchema = merchantRowSchema.extend({
  description: z.string().nullable(),
  contactPhone: z.string().nullable(),
  website: z.string().nullable(),
  businessName: z.string().nullable(),
  address: z.object({
    line1: z.string().optional(),
    line2: z.string().optional(),
    city: z.string().optional(),
    region: z.string().optional(),
    postalCode: z.string().optional(),
    country: z.string().optional(),
  }),
  ownerId: z.string().nullable(),
  ownerName: z.string().nullable(),
  /** Last characters only: the whole number leaves the server never again. */
  taxIdMasked: z.string().nullable(),
  brandingLogoUrl: z.string().nullable(),
  brandingLogoMarkUrl: z.string().nullable(),
  brandingUpdatedAt: z.date().nullable(),
  statusReason: z.string().nullable(),
  /** State of the live switch: before approval whether approval opens it, later the same as `isLive`. */
  choosesLive: z.boolean(),
  changeRequest: changeRequestSchema.nullable(),
  /** Earlier requests, newest first. */
  earlierRequests: z.array(changeRequestSchema),
  /** Send it with every change: a second editor gets a conflict instead of overwriting. */
  version: z.int(),
  allowMultipleLocations: z.boolean(),
  requireLocationCheck: z.boolean(),
  /** Null until a location names one: figures follow the platform's calendar. */
  timeZone: z.string().nullable(),
  checklist: checklistSchema,
  updatedAt: z.date(),
})
export type MerchantRecord = z.infer<typeof merchantRecordSchema>

export const merchantOptionSchema = z.object({
  id: z.string(),
  name: z.string(),
  logoUrl: z.string().nullable(),
  status: z.enum(merchantStatuses),
  isLive: z.boolean(),
  timeZone: z.string().nullish(),
})
export type MerchantOption = z.infer<typeof merchantOptionSchema>

export const merchantAddressSchema = z.strictObject(formSchemas(addressFields)).partial()

export const merchantFields = {
  name: line({ missing: 'Enter a name' }),
  description: lines(textLimits.long),
  businessName: line(),
  contactEmail: optional(email()),
  contactPhone: phone(),
  website: website(),
  taxId: line({ max: 32, isSecret: true }),
}

/**
 * Fields that staff may write; status, liveness, owner and banking have their own verbs. Blank text and null remove a
 * value.
 */
export const merchantProfileSchema = z.strictObject({
  name: formSchema(merchantFields.name),
  description: formSchema(merchantFields.description).nullish(),
  businessType: z.enum(businessTypes).nullish(),
  businessName: formSchema(merchantFields.businessName).nullish(),
  contactEmail: formSchema(merchantFields.contactEmail).nullish(),
  contactPhone: formSchema(merchantFields.contactPhone).nullish(),
  website: formSchema(merchantFields.website).nullish(),
  /** Absent keeps the old one, which no screen shows in full. */
  taxId: formSchema(merchantFields.taxId).nullish(),
  address: merchantAddressSchema.optional(),
})
export type MerchantProfile = z.infer<typeof merchantProfileSchema>
/** One per submitted form, created by the console: a repeated create returns the first row. */
export const requestKeySchema = z.uuid().optional()
export const versionSchema = z.int().min(1)

export const createMerchantInput = merchantProfileSchema
  .omit({ taxId: true, businessName: true })
  .extend({ requestKey: requestKeySchema })
export type CreateMerchantInput = z.infer<typeof createMerchantInput>

export const merchantIdInput = z.strictObject({ merchantId: idSchema })
const versioned = merchantIdInput.extend({ version: versionSchema })
export const updateMerchantInput = versioned.extend({
  changes: merchantProfileSchema
    .extend({
      allowMultipleLocations: z.boolean(),
      requireLocationCheck: z.boolean(),
      /** Its figures are counted again by the new calendar. */
      timeZone: z.string().trim().min(1).max(textLimits.id),
    })
    .partial(),
})
export type UpdateMerchantInput = z.infer<typeof updateMerchantInput>

export const approveMerchantInput = merchantIdInput.extend({ notes: approvalNotesSchema })
export const requestNoteField = lines(textLimits.long)
export const requestChangesInput = versioned.extend({
  items: z.array(z.enum(completenessSteps)).max(completenessSteps.length),
  note: formSchema(requestNoteField),
})
export type RequestChangesInput = z.infer<typeof requestChangesInput>
export const reasonedInput = versioned.extend({ reason: formSchema(reasonField) })
export type ReasonedInput = z.infer<typeof reasonedInput>

/** The queue of the review desk, the longest waiting first. */
export const reviewItemSchema = z.object({
  id: z.string(),
  name: z.string(),
  logoUrl: z.string().nullable(),
  businessType: z.string().nullable(),
  status: z.enum(merchantStatuses),
  completeness: z.int(),
  daysWaiting: z.int(),
  waitingSince: z.date(),
  reasons: z.array(z.enum(reviewReasons)),
})
export type ReviewItem = z.infer<typeof reviewItemSchema>
/** `total` counts all that wait, also those behind the ranked ones. */
export const reviewQueueSchema = z.object({ items: z.array(reviewItemSchema), total: z.int() })
export type ReviewQueue = z.infer<typeof reviewQueueSchema>

export const merchantLimits = { exportSelection: 1_000 } as const
export const exportMerchantsInput = z.strictObject({
  format: z.enum(exportFormats),
  filter: listMerchantsInput.omit({ limit: true, cursor: true }).partial().optional(),
  ids: z.array(idSchema).max(merchantLimits.exportSelection).optional(),
})
export type ExportMerchantsInput = z.infer<typeof exportMerchantsInput>

export const merchantImpactSchema = z.object({
  totalSubscribers: z.int(),
  activeSubscribers: z.int(),
  subscriptions: z.int(),
  redemptions: z.int(),
  payouts: z.int(),
  owners: z.int(),
  deletable: z.boolean(),
})
export type MerchantImpact = z.infer<typeof merchantImpactSchema>

/** Webhook events. A published name is never used for anything else. */
export const merchantEvents = {
  created: 'merchant.created',
  updated: 'merchant.updated',
  deleted: 'merchant.deleted',
} as const

const get = route('GET', 'Merchants')
const post = route('POST', 'Merchants')
const patch = route('PATCH', 'Merchants')
const remove = route('DELETE', 'Merchants')

const act = (verb: string, summary: string) => post(`/merchants/{merchantId}/${verb}`, summary)

export const merchantsContract = {
  list: get('/merchants', 'Merchants the caller may see').input(listMerchantsInput).output(pageOf(merchantRowSchema)),
  counts: get('/merchant-counts', 'Merchants per tab')
    .input(z.strictObject({}))
    .output(z.record(z.enum(merchantTabs), z.int())),
  get: get('/merchants/{merchantId}', 'One merchant')
    .input(z.strictObject({ merchantId: idSchema }))
    .output(merchantRecordSchema),
  create: post('/merchants', 'Create a merchant').input(createMerchantInput).output(merchantRecordSchema),
  update: patch('/merchants/{merchantId}', 'Change a merchant').input(updateMerchantInput).output(merchantRecordSchema),
  /** Owners pause and resume an approved merchant; administrators may do so in any state but archived. */
  setLive: act('live', 'Pause or resume')
    .input(versioned.extend({ isLive: z.boolean() }))
    .output(merchantRecordSchema),
  approve: act('approve', 'Approve').input(approveMerchantInput).output(merchantRecordSchema),
  approveMany: post('/merchants-approve', 'Approve several').input(approveManyInput).output(batchResultSchema),
  markReviewed: post('/merchants-mark-reviewed', 'Clear needsReview of several')
    .input(batchInput)
    .output(batchResultSchema),
  requestChanges: act('request-changes', 'Request changes from owners')
    .input(requestChangesInput)
    .output(merchantRecordSchema),
  decline: act('decline', 'Reject').input(reasonedInput).output(merchantRecordSchema),
  suspend: act('suspend', 'Suspend').input(reasonedInput).output(merchantRecordSchema),
  archive: act('archive', 'Archive').input(reasonedInput).output(merchantRecordSchema),
  /** From suspended, declined or archived back to the previous status. */
  restore: act('restore', 'Restore').input(reasonedInput).output(merchantRecordSchema),
  /** Only without subscriptions (of any status) and redemptions; the user types `confirmName`. */
  delete: remove('/merchants/{merchantId}', 'Delete a merchant')
    .input(versioned.extend({ confirmName: z.string().max(textLimits.short) }))
    .output(z.object({ success: z.literal(true) })),
  impact: get('/merchants/{merchantId}/impact', 'What depends on a merchant')
    .input(merchantIdInput)
    .output(merchantImpactSchema),
  reviewQueue: get('/merchant-review-queue', 'Merchants waiting for review')
    .input(reviewQueueInput)
    .output(reviewQueueSchema),
  lastAnswer: get('/merchants/{merchantId}/last-answer', 'Last reviewer of a merchant')
    .input(merchantIdInput)
    .output(lastAnswerSchema.nullable()),
  /** The switcher's list: at most 50, by name. */
  options: get('/merchant-options', 'Merchants to switch to')
    .input(z.strictObject({ q: z.string().max(pageLimits.maxSearchLength).optional() }))
    .output(z.array(merchantOptionSchema)),
}
