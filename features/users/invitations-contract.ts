import { z } from 'zod'
import { invitedToSchema } from '@quaff/features/accounts/contract'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

/** The way of an invitation, in this order. */
const invitationSteps = ['sent', 'opened', 'used', 'passwordSet'] as const
export type InvitationStep = (typeof invitationSteps)[number]

/** `failed`: given up after many attempts; `queued` includes an email that is being retried. */
const mailStates = ['queued', 'sent', 'failed'] as const

/** Reasons why an invitation is stuck; each has its sentence in `stuckTexts`. */
export const stuckReasons = [
  'MAIL_QUEUED',
  'MAIL_RETRIED',
  'MAIL_FAILED',
  'NOT_OPENED',
  'NOT_ACCEPTED',
  'EXPIRED',
  'NO_PASSWORD',
] as const
export type StuckReason = (typeof stuckReasons)[number]

export const invitationTimelineSchema = z.object({
  /** `at` is null while a step is open, or if its time is unknown. */
  steps: z.array(z.object({ step: z.enum(invitationSteps), isDone: z.boolean(), at: z.date().nullable() })),
  /** Null for an invitation that was shared as a link without an email. */
  mail: z.enum(mailStates).nullable(),
  /** When the link stops to open; null once it was used or has gone. */
  expiresAt: z.date().nullable(),
  /** The step that does not come; null when all is done. */
  stuckAt: z.enum(invitationSteps).nullable(),
  stuckReason: z.enum(stuckReasons).nullable(),
})
export type InvitationTimeline = z.infer<typeof invitationTimelineSchema>

export const merchantInvitationLimits = { shown: 200 } as const

const named = z.object({ id: z.string(), name: z.string() })
const merchantInvitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: z.string(),
  merchant: named,
  isExpired: z.boolean(),
  /** Null for viewers, who see address, role and status (G11). */
  sentAt: z.date().nullable(),
  expiresAt: z.date().nullable(),
})
export type MerchantInvitation = z.infer<typeof merchantInvitationSchema>

const listInvitationsInput = z.strictObject({ merchantId: idSchema.optional() })
export type ListInvitationsInput = z.infer<typeof listInvitationsInput>

/** To the signed-in holder of a link. Whose it is, and for what, is said to its addressee alone. */
const openedInvitationSchema = z.object({
  state: z.enum(['open', 'used', 'expired', 'unknown']),
  isYours: z.boolean(),
  /** Masked; null for a link that is closed. */
  address: z.string().nullable(),
  invitedTo: invitedToSchema.nullable(),
})
export type OpenedInvitation = z.infer<typeof openedInvitationSchema>

const invitationInput = z.strictObject({ invitationId: idSchema })
const tokenInput = z.strictObject({ token: z.string().min(20).max(128) })
const done = z.object({ success: z.literal(true) })

const get = route('GET', 'Users')
const post = route('POST', 'Users')
const remove = route('DELETE', 'Users')

/** Invitations by owners: they name an address, never an account (0102). */
export const merchantInvitationContract = {
  /** Newest first, at most `merchantInvitationLimits.shown`. */
  listInvitations: get('/invitations', 'Open invitations to merchants')
    .input(listInvitationsInput)
    .output(z.array(merchantInvitationSchema)),
  resendMerchantInvitation: post('/invitations/{invitationId}/email', 'Send an invitation to a merchant again')
    .input(invitationInput)
    .output(done),
  revokeInvitation: remove('/invitations/{invitationId}', 'Revoke an invitation to a merchant')
    .input(invitationInput)
    .output(done),
  openInvitation: post('/invitations/open', 'Read the invitation behind a link')
    .input(tokenInput)
    .output(openedInvitationSchema),
  acceptInvitation: post('/invitations/accept', 'Accept an invitation to a merchant')
    .input(tokenInput)
    .output(done.extend({ merchants: z.array(named) })),
}
