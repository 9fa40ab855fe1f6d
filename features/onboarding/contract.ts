import { z } from 'zod'
import { bankLimits } from '@quaff/features/banking/contract'
import {
  changeRequestSchema,
  checklistSchema,
  completenessSteps,
  merchantAddressSchema,
  merchantFields,
  merchantProfileSchema,
  requestKeySchema,
  versionSchema,
} from '@quaff/features/merchants/contract'
import { billedPriceSchema } from '@quaff/features/plans/contract'
import { addressParts } from '@quaff/platform/shared/fields/address'
import { formSchema } from '@quaff/platform/shared/fields/field-schemas'
import { addressFields, needed } from '@quaff/platform/shared/fields/form-fields'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema, textLimits } from '@quaff/platform/shared/text'

/** The five steps of spec §2, in the order of the guide. */
export const setupSteps = ['profile', 'locations', 'plans', 'banking', 'live'] as const
export type SetupStep = (typeof setupSteps)[number]

/** The party that must act next (screens, "hub"). */
export const stepStates = ['done', 'you', 'waiting', 'locked'] as const
export type StepState = (typeof stepStates)[number]

/** Why a step is not simply done or to do; the console has one sentence for each. */
export const stepReasons = ['AFTER_PROFILE', 'AFTER_ALL', 'IN_REVIEW', 'CHANGES_ASKED', 'CLOSED'] as const
export type StepReason = (typeof stepReasons)[number]

/** Phase between invitation and going live, derived from `status` and `applicationStatus`. */
export const onboardingPhases = [
  'pending_setup',
  'submitted',
  'changes_requested',
  'approved',
  'rejected',
  'suspended',
  'archived',
] as const
export type OnboardingPhase = (typeof onboardingPhases)[number]

/** Editable parts in screen order. */
export const editableParts = ['business', 'locations', 'plans', 'banking', 'branding', 'settings'] as const
export type EditablePart = (typeof editableParts)[number]

/** Fields that the Business Profile form autosaves. The tax ID is excluded; it is stored only when saved. */
export const draftFields = [
  'name',
  'description',
  'businessType',
  'businessName',
  'contactEmail',
  'contactPhone',
  'website',
  ...addressParts,
] as const
export type DraftField = (typeof draftFields)[number]
export const draftLimits = { bytes: 16_384, pauseMs: 1_200 } as const

/** Prices that the review summary lists. */
export const summaryPrices = 20

export const onboardingStateSchema = z.object({
  /** The merchant's ID, or the application's while there is no merchant yet. */
  merchantId: z.string(),
  merchantName: z.string(),
  /** True until the Business Profile is saved: there is only an application. */
  temporary: z.boolean(),
  phase: z.enum(onboardingPhases),
  /** Shown to the owners: why it was declined, suspended or archived. */
  statusReason: z.string().nullable(),
  isLive: z.boolean(),
  steps: z.array(
    z.object({ step: z.enum(setupSteps), state: z.enum(stepStates), reason: z.enum(stepReasons).nullable() }),
  ),
  /** Steps to complete before approval can be requested. */
  missing: z.array(z.enum(setupSteps)),
  /** The reviewer's checklist; the Approve dialog requires items with `required`. */
  checklist: checklistSchema,
  changeRequest: changeRequestSchema.nullable(),
  /** Items changed since that request, also those that it did not name. */
  changedSince: z.array(z.enum(completenessSteps)),
  /** Earlier requests, newest first. */
  earlierRequests: z.array(changeRequestSchema),
  submittedAt: z.date().nullable(),
  /** Short form of the ID for phone calls. */
  reference: z.string(),
  /** Parts that the caller may edit now; empty without the right. */
  editable: z.array(z.enum(editableParts)),
  mayRequestApproval: z.boolean(),
  business: z.object({
    name: z.string(),
    description: z.string().nullable(),
    businessType: z.string().nullable(),
    businessName: z.string().nullable(),
    contactEmail: z.string().nullable(),
    contactPhone: z.string().nullable(),
    website: z.string().nullable(),
    address: z.partialRecord(z.enum(addressParts), z.string()),
    /** Last characters only. */
    taxIdMasked: z.string().nullable(),
  }),
  settings: z.object({
    /** The owner's choice: open for subscribers once approved. */
    isLive: z.boolean(),
    allowMultipleLocations: z.boolean(),
    requireLocationCheck: z.boolean(),
  }),
  locations: z.int(),
  activePlans: z.int(),
  /** Active prices of the active plans, at most `summaryPrices`. */
  prices: z.array(billedPriceSchema),
  /** Null without an account, and for viewers. */
  accountLastDigits: z.string().max(bankLimits.shownDigits).nullable(),
  /** Send it back with every change; null while there is no merchant. */
  version: z.int().nullable(),
  draft: z.object({ values: z.partialRecord(z.enum(draftFields), z.string()), savedAt: z.date() }).nullable(),
})
export type OnboardingState = z.infer<typeof onboardingStateSchema>

/** The merchant, or the caller's own application before there is one (spec §4, temporary merchant). */
const venue = z.strictObject({ merchantId: idSchema })

export const saveDraftInput = venue.extend({
  step: z.literal('business'),
  values: z.partialRecord(z.enum(draftFields), z.string().max(textLimits.long)),
})
export type SaveDraftInput = z.infer<typeof saveDraftInput>

export const businessFields = {
  ...merchantFields,
  name: needed(merchantFields.name, 'Enter the name customers know'),
  contactEmail: needed(merchantFields.contactEmail, 'Enter a contact email'),
  ...addressFields,
  line1: needed(addressFields.line1, 'Enter the street and number'),
  city: needed(addressFields.city, 'Enter the city'),
}

export const saveBusinessInput = venue.extend({
  /** Left out by the first save, which makes the merchant. */
  version: versionSchema.optional(),
  requestKey: requestKeySchema,
  business: merchantProfileSchema.extend({
    name: formSchema(businessFields.name),
    contactEmail: formSchema(businessFields.contactEmail),
    address: merchantAddressSchema.extend({
      line1: formSchema(businessFields.line1),
      city: formSchema(businessFields.city),
    }),
  }),
})
export type SaveBusinessInput = z.infer<typeof saveBusinessInput>

/** The step is saved: under this id and version the next save goes. */
export const savedStepSchema = z.object({ merchantId: z.string(), version: z.int() })
export type SavedStep = z.infer<typeof savedStepSchema>

export const saveSettingsInput = venue.extend({
  version: versionSchema,
  settings: z.strictObject({
    /** Only before approval; afterwards use pause and resume. */
    isLive: z.boolean().optional(),
    allowMultipleLocations: z.boolean(),
    requireLocationCheck: z.boolean(),
  }),
})
export type SaveSettingsInput = z.infer<typeof saveSettingsInput>

export const venueNameField = businessFields.name
export const openVenueInput = z.strictObject({ name: formSchema(venueNameField), requestKey: requestKeySchema })
export type OpenVenueInput = z.infer<typeof openVenueInput>

export const venueInput = venue
export type VenueInput = z.infer<typeof venueInput>

/** The browser's time zone counts if neither the address nor the merchant has one. */
const placeInput = venue.extend({ timeZone: z.string().max(textLimits.id).optional() })
export type PlaceInput = z.infer<typeof placeInput>

const get = route('GET', 'Onboarding')
const post = route('POST', 'Onboarding')

export const onboardingContract = {
  state: get('/onboarding/{merchantId}', 'Setup progress of a venue').input(venueInput).output(onboardingStateSchema),
  /** Refuses with SETUP_OPEN or VENUES_FULL. Audit `create_merchant`. */
  open: post('/onboarding', 'Add another venue')
    .input(openVenueInput)
    .output(z.object({ merchantId: z.string() })),
  /** Keeps what was typed, unchecked; the last one wins. */
  saveDraft: post('/onboarding/{merchantId}/draft', 'Save a draft')
    .input(saveDraftInput)
    .output(z.object({ savedAt: z.date() })),
  /** The first save makes the merchant of an application. */
  saveBusiness: post('/onboarding/{merchantId}/business', 'Save the Business Profile')
    .input(saveBusinessInput)
    .output(savedStepSchema),
  saveSettings: post('/onboarding/{merchantId}/settings', 'Save venue settings')
    .input(saveSettingsInput)
    .output(savedStepSchema),
  /** Creates a location at the business address if there is none. Idempotent. */
  useBusinessAddress: post('/onboarding/{merchantId}/business-address', 'Add the business address as the only location')
    .input(placeInput)
    .output(z.object({ created: z.boolean() })),
  /** Idempotent, also for concurrent calls. */
  requestApproval: post('/onboarding/{merchantId}/request-approval', 'Request approval')
    .input(venueInput)
    .output(z.object({ merchantId: z.string(), submittedAt: z.date() })),
}
