import { z } from 'zod'
import { termsWording } from '@quaff/features/marketing/legal-contract'
import { businessTypes, merchantAddressSchema } from '@quaff/features/merchants/contract'
import { gateInput, proofTokenSchema } from '@quaff/features/sign-in/email-verification-contract'
import { formSchema, schemasOf } from '@quaff/platform/shared/fields/field-schemas'
import { oneOf, text } from '@quaff/platform/shared/fields/fields'
import { addressFields, line, lines, needed, phone, reason, website } from '@quaff/platform/shared/fields/form-fields'
import { pageInput, pageLimits, pageOf } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

/** "convert": by a person with a customer or affiliate account (G37). */
export const signupKinds = ['signup', 'convert'] as const
export type SignupKind = (typeof signupKinds)[number]
export const signupStatuses = ['submitted', 'approved', 'rejected'] as const
export type SignupStatus = (typeof signupStatuses)[number]
export const firstPasses = ['daily', 'monthly', 'unsure'] as const
export type FirstPass = (typeof firstPasses)[number]

export const signupLimits = { code: 64 } as const

/** The two steps of the application, each in the order of its page. */
export const businessFields = {
  name: line({ missing: 'Enter your business name.' }),
  contactName: line({ missing: 'Enter your name.' }),
  description: lines(2_000),
}
export const counterFields = {
  line1: needed(addressFields.line1, 'Enter the street and number.'),
  line2: addressFields.line2,
  postalCode: addressFields.postalCode,
  city: needed(addressFields.city, 'Enter the city.'),
  region: addressFields.region,
  country: addressFields.country,
  phone: needed(phone(), 'Enter a phone number.'),
  website: website(),
}

export const signupBusinessSchema = z.strictObject({
  name: formSchema(businessFields.name),
  businessType: z.enum(businessTypes),
  description: formSchema(businessFields.description).default(''),
  address: merchantAddressSchema.extend({
    line1: formSchema(counterFields.line1),
    city: formSchema(counterFields.city),
  }),
  phone: formSchema(counterFields.phone),
  website: formSchema(counterFields.website).default(''),
})

export const submitSignupInput = gateInput.extend({
  /** Created once for a filled form and stored with its draft, so that a retry creates nothing new. */
  requestKey: z.uuid(),
  /** From mailbox.checkCode with purpose `merchant_signup`, or `merchant_convert` for a conversion. */
  proof: proofTokenSchema,
  kind: z.enum(signupKinds).default('signup'),
  contactName: formSchema(businessFields.contactName),
  business: signupBusinessSchema,
  firstPass: z.enum(firstPasses).optional(),
  affiliateCode: z
    .string()
    .toUpperCase()
    .max(signupLimits.code)
    .regex(/^[A-Za-z0-9_-]*$/)
    .default(''),
  acceptsTerms: z.literal(true, 'Agree to the terms to send your application.'),
  /** The wording that was shown beside the box. */
  termsVersion: z.int().min(1).max(termsWording.number).default(termsWording.number),
})
export type SubmitSignupInput = z.infer<typeof submitSignupInput>

/**
 * "submitted": waits for review. "existing": the address has an account, which decides how to continue. "pending": an
 * application of this address is in review.
 */
export const signupOutcomes = ['submitted', 'existing', 'pending'] as const
export const signupReceiptSchema = z.object({
  outcome: z.enum(signupOutcomes),
  /** Short, for the telephone; null unless submitted. */
  reference: z.string().nullable(),
  businessName: z.string().nullable(),
  submittedAt: z.date().nullable(),
})
export type SignupReceipt = z.infer<typeof signupReceiptSchema>

/** Data that the holder of a proof may see about the account, on the conversion page. */
export const conversionSchema = z.object({
  /** "none": no account, the ordinary form is right; "staff": it is a merchant's or administrator's already. */
  state: z.enum(['convertible', 'none', 'staff', 'pending', 'blocked']),
  displayName: z.string().nullable(),
  /** Number of subscriptions that stay after the conversion. */
  passes: z.int(),
  memberSince: z.date().nullable(),
})
export type Conversion = z.infer<typeof conversionSchema>

export const signupRowSchema = z.object({
  id: z.string(),
  kind: z.enum(signupKinds),
  status: z.enum(signupStatuses),
  email: z.string(),
  contactName: z.string(),
  businessName: z.string(),
  affiliateCode: z.string().nullable(),
  createdAt: z.date(),
  version: z.int(),
})
export type SignupRow = z.infer<typeof signupRowSchema>
export const signupFilters = {
  status: oneOf(signupStatuses),
  /** Part of business, contact or address, or the application's reference. */
  q: text(pageLimits.maxSearchLength),
}
export const listSignupsInput = pageInput.extend(schemasOf(signupFilters))
export type ListSignupsInput = z.infer<typeof listSignupsInput>
export const signupIdInput = z.strictObject({ signupId: idSchema })
export const signupRecordSchema = signupRowSchema.extend({
  reference: z.string(),
  userId: z.string(),
  firstPass: z.enum(firstPasses).nullable(),
  businessType: z.string().nullable(),
  description: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  address: merchantAddressSchema,
  rejectionReason: z.string().nullable(),
  reviewedAt: z.date().nullable(),
  /** Name or address of the reviewer; null if undecided or the account was deleted. */
  reviewedBy: z.string().nullable(),
  /** Version of the accepted terms; null for applications from before it was recorded. */
  termsVersion: z.int().nullable(),
})
export type SignupRecord = z.infer<typeof signupRecordSchema>
/** The application that created a merchant, limited to what the review desk needs. */
export const venueSignupSchema = signupRecordSchema.pick({ id: true, termsVersion: true, createdAt: true })
export type VenueSignup = z.infer<typeof venueSignupSchema>
const versioned = signupIdInput.extend({ version: z.int().min(1) })
export const approveSignupInput = versioned
export type ApproveSignupInput = z.infer<typeof approveSignupInput>
export const rejectionField = reason()
export const rejectSignupInput = versioned.extend({ reason: formSchema(rejectionField) })
export type RejectSignupInput = z.infer<typeof rejectSignupInput>

export const openedSchema = z.object({ startToken: z.string() })

/** Path suffixes of the public endpoints, in RPC and REST. Anonymous callers have a small body limit. */
export const signupPaths = /\/(?:signup\/(?:submit|conversion)|signups)$/

const get = route('GET', 'Merchant signup')
const post = route('POST', 'Merchant signup')
const success = z.object({ success: z.literal(true) })

export const conversionInput = z.strictObject({ proof: proofTokenSchema, kind: z.enum(signupKinds).default('convert') })
export type ConversionInput = z.infer<typeof conversionInput>

export const signupContract = {
  /** Public: when the form was opened. */
  open: get('/signup/start', 'Open the application form').output(openedSchema),
  /** Idempotent: one application, one pending account and one activity entry. */
  submit: post('/signups', 'Apply as a merchant').input(submitSignupInput).output(signupReceiptSchema),
  /** Requires a proof of that kind; others learn nothing about accounts or applications. */
  conversion: post('/signup/conversion', 'Preview the conversion to a merchant account')
    .input(conversionInput)
    .output(conversionSchema),
  /** Newest first; administrators. */
  list: get('/signups', 'Applications from the partner pages').input(listSignupsInput).output(pageOf(signupRowSchema)),
  get: get('/signups/{signupId}', 'One application').input(signupIdInput).output(signupRecordSchema),
  /** Null for a merchant without an application. */
  ofMerchant: get('/merchant-signup/{merchantId}', 'The application of a merchant')
    .input(z.strictObject({ merchantId: idSchema }))
    .output(venueSignupSchema.nullable()),
  /** Invites the applicant as owner of a new merchant; a customer becomes one immediately. Audit `approve_signup`. */
  approve: post('/signups/{signupId}/approval', 'Approve an application').input(approveSignupInput).output(success),
  /** Emails the reason. Audit `reject_signup`. */
  reject: post('/signups/{signupId}/rejection', 'Reject an application').input(rejectSignupInput).output(success),
}
