import { z } from 'zod'
import { invitedToSchema } from '@quaff/features/accounts/contract'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

export const merchantInvitationLimits = { shown: 200 } as const

const named = z.object({ id: z.string(), name: z.string() })
export const merchantInvitationSchema = z.object({
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

export const listInvitationsInput = z.strictObject({ merchantId: idSchema.optional() })
export type ListInvitationsInput = z.infer<typeof listInvitationsInput>

/** To the signed-in holder of a link. Whose it is, and for what, is said to its addressee alone. */
export const openedInvitationSchema = z.object({
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
