import { z } from 'zod'
import { pageInput, pageLimits, pageOf, sortOrders } from '@quaff/platform/shared/pagination'
import { procedure } from '@quaff/platform/shared/procedure'
import { idSchema, textLimits } from '@quaff/platform/shared/text'

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

/** Each merchant is in exactly one tab but `all` (decisions, "States"). `pending` is what `?status=pending` opens (decision 27). */
export const merchantTabs = ['all', 'live', 'review', 'setup', 'other'] as const
export type MerchantTab = (typeof merchantTabs)[number]
export const merchantSorts = ['name', 'subscribers', 'revenue', 'activity', 'created'] as const
export type MerchantSort = (typeof merchantSorts)[number]

export const listMerchantsInput = pageInput.extend({
  tab: z.enum(merchantTabs).default('all'),
  q: z.string().max(pageLimits.maxSearchLength).optional(),
  /** `pending_review` selects needsReview (spec §4); `pending` means the review tab plus status pending (decision 27). */
  status: z.enum(merchantStatuses).optional(),
  category: z.string().max(textLimits.id).optional(),
  hasBank: z.boolean().optional(),
  isLive: z.boolean().optional(),
  needsReview: z.boolean().optional(),
  createdFrom: z.date().optional(),
  createdTo: z.date().optional(),
  sort: z.enum(merchantSorts).default('name'),
  order: z.enum(sortOrders).default('desc'),
})
export type ListMerchantsInput = z.infer<typeof listMerchantsInput>

export const moneySchema = z.object({ amountMinor: z.int(), currency: z.string() })

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
  totalLocations: z.int(),
  totalSubscribers: z.int(),
  activeSubscribers: z.int(),
  /** Of active subscriptions; one total per currency, usd first. */
  monthlyRevenue: z.array(moneySchema),
  redemptionCount: z.int(),
  lastActivity: z.date().nullable(),
  createdAt: z.date(),
})
export type MerchantRow = z.infer<typeof merchantRowSchema>

export const completenessSteps = [
  'profile',
  'contact',
  'address',
  'taxId',
  'locations',
  'plans',
  'bank',
  'branding',
] as const
export type CompletenessStep = (typeof completenessSteps)[number]

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
  ownerName: z.string().nullable(),
  allowMultipleLocations: z.boolean(),
  requireLocationCheck: z.boolean(),
  checklist: z.array(z.object({ step: z.enum(completenessSteps), done: z.boolean(), required: z.boolean() })),
  updatedAt: z.date(),
})
export type MerchantRecord = z.infer<typeof merchantRecordSchema>

export const merchantOptionSchema = z.object({
  id: z.string(),
  name: z.string(),
  logoUrl: z.string().nullable(),
  status: z.enum(merchantStatuses),
  isLive: z.boolean(),
})
export type MerchantOption = z.infer<typeof merchantOptionSchema>

const get = (path: `/${string}`, summary: string) =>
  procedure.route({ method: 'GET', path, summary, tags: ['Merchants'] })

export const merchantsContract = {
  list: get('/merchants', 'Merchants the asker may see').input(listMerchantsInput).output(pageOf(merchantRowSchema)),
  counts: get('/merchant-counts', 'Merchants per tab')
    .input(z.strictObject({}))
    .output(z.record(z.enum(merchantTabs), z.int())),
  get: get('/merchants/{merchantId}', 'One merchant')
    .input(z.strictObject({ merchantId: idSchema }))
    .output(merchantRecordSchema),
  /** For the switcher: at most 50, by name. */
  options: get('/merchant-options', 'Merchants to switch to')
    .input(z.strictObject({ q: z.string().max(pageLimits.maxSearchLength).optional() }))
    .output(z.array(merchantOptionSchema)),
}
