import { z } from 'zod'
import { gateInput } from '@quaff/features/mailbox/gate/contract'
import { procedure } from '@quaff/platform/shared/procedure'
import { lineSchema, nameSchema, textLimits } from '@quaff/platform/shared/text'
import { entryLimits } from '../entries/contract'

/** Bytes of a request to the doors below, and the ends of their paths in the console's protocol and as REST. */
export const joinRequestBytes = 32 * 1024
export const joinRequestPaths =
  /\/(?:waitlists\/(?:join|openInvitation|acceptInvitation)|join\/[^/]+(?:\/(?:invitation|acceptance))?)$/

const token = z.string().min(1).max(textLimits.password)
const slug = z.string().max(textLimits.short)
const referralCode = z.string().max(textLimits.id)

export const joinPageSchema = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  city: z.string().nullable(),
  /** A closed list takes nobody; who is on it can still look at their own place. */
  isOpen: z.boolean(),
  /** Goes back with `join`. */
  startToken: z.string(),
})
export type JoinPage = z.infer<typeof joinPageSchema>

/** `token` is the proof of the mailbox; the address is the proof's. */
export const joinInput = z.strictObject({
  slug,
  token,
  name: nameSchema('Enter your name', entryLimits.name),
  city: lineSchema(entryLimits.city),
  postalCode: lineSchema(entryLimits.postalCode),
  wantedVenue: lineSchema(entryLimits.wantedVenue),
  /** Of the friend whose link was followed; an unknown one counts for nobody. */
  ref: referralCode.optional(),
  affiliateCode: z.string().toUpperCase().max(textLimits.id).optional(),
  ...gateInput.shape,
})
export type JoinInput = z.infer<typeof joinInput>

export const placeSchema = z.object({
  listName: z.string(),
  /** What the person may know: being shortlisted is the administrators' note. */
  status: z.enum(['waiting', 'invited', 'joined', 'removed']),
  referralCode: z.string(),
  /** Friends who joined through the link. */
  referralCount: z.int(),
  since: z.date(),
})
export type Place = z.infer<typeof placeSchema>

export const invitationStates = ['open', 'accepted', 'expired', 'unknown'] as const
export const invitationViewSchema = z.object({
  state: z.enum(invitationStates),
  /** Null for an unknown one. */
  listName: z.string().nullable(),
  expiresAt: z.date().nullable(),
})
export type InvitationView = z.infer<typeof invitationViewSchema>
export const invitationTokenInput = z.strictObject({ slug, token })
export type InvitationTokenInput = z.infer<typeof invitationTokenInput>

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  procedure.route({ method, path, summary, tags: ['Join page'] })

/** Open to everybody: the answers tell nothing of an address before its mailbox is proved. */
export const joinContract = {
  openJoinPage: route('GET', '/join/{slug}', 'What the join page shows')
    .input(z.strictObject({ slug }))
    .output(joinPageSchema),
  /** The proof is `mailbox.checkCode`'s, purpose `waitlist`. Whoever is on the list already gets their place and changes nothing. */
  join: route('POST', '/join/{slug}', 'Join with a proved mailbox').input(joinInput).output(placeSchema),
  /** Changes nothing. POST, since the token must not lie in logs of addresses. */
  openInvitation: route('POST', '/join/{slug}/invitation', 'Look at an invitation')
    .input(invitationTokenInput)
    .output(invitationViewSchema),
  acceptInvitation: route('POST', '/join/{slug}/acceptance', 'Accept an invitation')
    .input(invitationTokenInput)
    .output(invitationViewSchema),
}
