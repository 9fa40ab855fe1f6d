import { z } from 'zod'
import { gateInput } from '@quaff/features/sign-in/email-verification-contract'
import { formSchema } from '@quaff/platform/shared/fields/field-schemas'
import { email, line } from '@quaff/platform/shared/fields/form-fields'
import { route } from '@quaff/platform/shared/procedure'
import { textLimits } from '@quaff/platform/shared/text'
import { entryLimits, waitlistKinds } from './entries-contract'

/** Bytes of a request to the endpoints below, and the ends of their paths in the console's protocol and as REST. */
export const joinRequestBytes = 32 * 1024
export const joinRequestPaths =
  /\/(?:waitlists\/(?:join|openInvitation|acceptInvitation|openPlace)|join\/[^/]+(?:\/(?:invitation|acceptance|place))?)$/

const token = z.string().min(1).max(textLimits.password)
const slug = z.string().max(textLimits.short)
const referralCode = z.string().max(textLimits.id)

export const joinPageSchema = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  city: z.string().nullable(),
  /** A closed list accepts no new people; members can still view their place. */
  isOpen: z.boolean(),
  /** First name of the referrer; null for an unknown link or a removed referrer. */
  inviter: z.string().nullable(),
  /** Goes back with `join`. */
  startToken: z.string(),
})
export type JoinPage = z.infer<typeof joinPageSchema>

/** The address is that of the proof once it is shown. */
export const joinFields = {
  name: line({ missing: 'Enter your name', max: entryLimits.name }),
  email: email(),
  city: line({ max: entryLimits.city }),
  postalCode: line({ max: entryLimits.postalCode }),
  wantedVenue: line({ max: entryLimits.wantedVenue }),
}
/** `token` is the proof of the mailbox; the address is the proof's. */
export const joinInput = z.strictObject({
  slug,
  token,
  name: formSchema(joinFields.name),
  city: formSchema(joinFields.city),
  postalCode: formSchema(joinFields.postalCode),
  wantedVenue: formSchema(joinFields.wantedVenue),
  /** The referrer's code. Unknown codes are ignored. */
  ref: referralCode.optional(),
  affiliateCode: z.string().toUpperCase().max(textLimits.id).optional(),
  ...gateInput.shape,
})
export type JoinInput = z.infer<typeof joinInput>

export const placeSchema = z.object({
  listName: z.string(),
  /** Shortlisted people see "waiting", because the shortlist is internal. */
  status: z.enum(['waiting', 'invited', 'joined', 'removed']),
  referralCode: z.string(),
  /** Friends who joined through the link. */
  referralCount: z.int(),
  since: z.date(),
  /** Opens this place from the email and in the same browser; reveals nothing else. */
  placeToken: z.string(),
})
export type Place = z.infer<typeof placeSchema>

export const invitationOfferSchema = z.object({
  kind: z.enum(waitlistKinds),
  /** The address that was invited. */
  email: z.string(),
  /** Null: not in that store yet. */
  appStoreUrl: z.string().nullable(),
  playStoreUrl: z.string().nullable(),
  city: z.string(),
  /** Live venues in that city, a few. */
  venues: z.array(z.string()),
  /** Code of the affiliate link that they followed. */
  affiliateCode: z.string().nullable(),
})
export type InvitationOffer = z.infer<typeof invitationOfferSchema>

export const invitationStates = ['open', 'accepted', 'expired', 'unknown'] as const
export const invitationViewSchema = z.object({
  state: z.enum(invitationStates),
  /** Null for an unknown one. */
  listName: z.string().nullable(),
  expiresAt: z.date().nullable(),
  /** Next steps for the bearer of a known invitation. */
  offer: invitationOfferSchema.nullable(),
})
export type InvitationView = z.infer<typeof invitationViewSchema>
export const invitationTokenInput = z.strictObject({ slug, token })
export type InvitationTokenInput = z.infer<typeof invitationTokenInput>

const get = route('GET', 'Join page')
const post = route('POST', 'Join page')

/** Public. Responses reveal nothing about an address before its email is verified. */
export const joinContract = {
  openJoinPage: get('/join/{slug}', 'Contents of the join page')
    .input(z.strictObject({ slug, ref: referralCode.optional() }))
    .output(joinPageSchema),
  /** Needs the proof of `mailbox.checkCode` with purpose `waitlist`. People already on the list get their place unchanged. */
  join: post('/join/{slug}', 'Join with a verified email').input(joinInput).output(placeSchema),
  /** Requires `placeToken`; null once the entry is deleted. */
  openPlace: post('/join/{slug}/place', 'View your own place')
    .input(z.strictObject({ slug, token }))
    .output(placeSchema.nullable()),
  /** Changes nothing. POST, since the token must not lie in logs of addresses. */
  openInvitation: post('/join/{slug}/invitation', 'View an invitation')
    .input(invitationTokenInput)
    .output(invitationViewSchema),
  acceptInvitation: post('/join/{slug}/acceptance', 'Accept an invitation')
    .input(invitationTokenInput)
    .output(invitationViewSchema),
}
