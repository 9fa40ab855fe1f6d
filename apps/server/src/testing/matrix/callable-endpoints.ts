import type { CallableName } from '../../callables'
import { merchantOf, password } from './actor-kinds'
import { everybody, perOwnership, signedIn, strangers, type Endpoint } from './endpoint'
import { bankInfo } from './endpoints/banking-endpoints'
import { merchantIn } from './endpoints/merchants-endpoints'
import { insertRegistered } from './endpoints/people-endpoints'
import { insertColleague, invitation, newAddress } from './target-rows'

const signedOut = strangers('UNAUTHENTICATED')
const denied = signedIn('PERMISSION_DENIED')
const nowhere = perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const wherever = perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND')

export const callableEndpoints: Record<CallableName, Endpoint> & Record<string, Endpoint> = {
  setPasswordAfterEmailSignIn: { input: () => ({ password: 'another one 8' }), expected: { ...signedOut, ...denied } },
  checkUserExists: { input: (services) => ({ email: newAddress(services) }), expected: everybody('ok') },
  setupUserAccount: {
    async input(services) {
      const { email, token } = await invitation(services)
      return { email, displayName: 'Ina Vited', password, invitationToken: token }
    },
    expected: everybody('ok'),
  },
  createAdminUserV2: {
    hasId: true,
    input: (services, row) => ({
      email: newAddress(services),
      role: 'merchant_viewer',
      merchantIds: [merchantOf[row]],
    }),
    expected: { ...signedOut, ...denied, ownerOfOne: ownOnly, ownerOfTwo: ownOnly, admin: wherever },
  },
  sendPasswordReset: {
    input: (services) => ({ email: newAddress(services) }),
    expected: { ...signedOut, ...denied, admin: 'ok' },
  },
  resendInvitationEmail: {
    hasId: true,
    input: async (services, row) => ({ userId: await insertColleague(services, row, 'pending') }),
    expected: { ...signedOut, ...denied, ownerOfOne: ownOnly, ownerOfTwo: ownOnly, admin: wherever },
  },
  updateUserRole: {
    hasId: true,
    input: async (services, row) => ({
      userId: await insertColleague(services, row, 'active'),
      role: 'merchant_viewer',
      merchantIds: [merchantOf[row]],
    }),
    expected: { ...signedOut, ...denied, admin: wherever },
  },
  deleteUser: {
    hasId: true,
    input: async (services, row) => ({ userId: await insertColleague(services, row, 'active') }),
    expected: { ...signedOut, ...denied, admin: wherever },
  },
  approveUserRegistration: {
    hasId: true,
    input: async (services, row) => ({ userId: await insertRegistered(services, row), merchantIds: [merchantOf[row]] }),
    expected: { ...signedOut, ...denied, admin: wherever },
  },
  rejectUserRegistration: {
    hasId: true,
    input: async (services, row) => ({ userId: await insertRegistered(services, row), reason: 'Not a venue' }),
    expected: { ...signedOut, ...denied, admin: wherever },
  },
  getMerchantSubscribersRaw: {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row] }),
    expected: {
      ...signedOut,
      customRole: 'PERMISSION_DENIED',
      viewerOwn: ownOnly,
      viewerNone: nowhere,
      ownerOfOne: ownOnly,
      ownerOfTwo: ownOnly,
      admin: wherever,
    },
  },
  approveMerchantDirect: {
    hasId: true,
    input: async (services, row) => {
      const { merchantId } = await merchantIn(services, row, { status: 'pending_review', needsReview: true })
      return { merchantId, notes: '' }
    },
    expected: { ...signedOut, ...denied, admin: wherever },
  },
  saveMerchantBankInfo: {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row], bankInfo }),
    expected: { ...signedOut, ...denied, ownerOfOne: ownOnly, ownerOfTwo: ownOnly, admin: wherever },
  },
}

/** The other half of createAdminUserV2 (G23). */
export const publicRegistration: Endpoint = {
  input: (services) => ({ email: newAddress(services), isPublicRegistration: true }),
  expected: everybody('ok'),
}
