import { eq } from 'drizzle-orm'
import { merchantInvitations } from '@quaff/features/sign-in/tables'
import { insertMerchantInvitation } from '@quaff/features/users/testing/merchant-invitation-factory'
import type { Services } from '@quaff/platform/server'
import { merchantOf, type Ownership } from '../../actor-kinds'
import { perOwnership, signedIn, strangers, type Endpoint } from '../../endpoint'

const signedOut = strangers('UNAUTHORIZED')
const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const wherever = perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND')
const editors = { ...signedOut, ...signedIn('FORBIDDEN'), admin: wherever, ownerOfOne: ownOnly, ownerOfTwo: ownOnly }
const ownMatches = perOwnership('ok', 'empty', 'empty', 'empty')
const unknownToken = { input: () => ({ token: 'x'.repeat(43) }) }

async function invitationOf(services: Services, row: Ownership) {
  if (row === 'missing') return { invitationId: 'inv_missing' }
  const { id } = await insertMerchantInvitation(services, {
    merchantId: row === 'deleted' ? merchantOf.own : merchantOf[row],
  })
  if (row === 'deleted') await services.db.delete(merchantInvitations).where(eq(merchantInvitations.id, id))
  return { invitationId: id }
}

export const invitationEndpoints: Record<string, Endpoint> = {
  'users.listInvitations': {
    hasId: true,
    async input(services, row) {
      if (row === 'own' || row === 'foreign') await insertMerchantInvitation(services, { merchantId: merchantOf[row] })
      return { merchantId: merchantOf[row] }
    },
    expected: {
      ...signedOut,
      customRole: 'FORBIDDEN',
      viewerNone: perOwnership('empty', 'empty', 'empty', 'empty'),
      viewerOwn: ownMatches,
      ownerOfOne: ownMatches,
      ownerOfTwo: ownMatches,
      admin: perOwnership('ok', 'ok', 'empty', 'empty'),
    },
  },
  'users.resendMerchantInvitation': { hasId: true, input: invitationOf, expected: editors },
  'users.revokeInvitation': { hasId: true, input: invitationOf, expected: editors },
  'users.openInvitation': { ...unknownToken, expected: { ...signedOut, ...signedIn('ok'), customRole: 'FORBIDDEN' } },
  // Closed, and so for everyone; what the addressee gets is tested beside the verb.
  'users.acceptInvitation': {
    ...unknownToken,
    expected: { ...signedOut, ...signedIn('CONFLICT'), customRole: 'FORBIDDEN' },
  },
}
