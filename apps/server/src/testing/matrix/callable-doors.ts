import type { CallableName } from '../../callables'
import { merchantOf, password } from './actor-kinds'
import { everybody, perOwnership, signedIn, strangers, type Door } from './door'
import { insertColleague, invitation, newAddress } from './target-rows'

const signedOut = strangers('UNAUTHENTICATED')
const denied = signedIn('PERMISSION_DENIED')
const reserved = perOwnership('UNIMPLEMENTED', 'UNIMPLEMENTED', 'UNIMPLEMENTED', 'UNIMPLEMENTED')
/** A merchant that is gone still stands in the list of those who had it; until the function exists they hear that it does not. */
const reservedOwn = perOwnership('UNIMPLEMENTED', 'NOT_FOUND', 'NOT_FOUND', 'UNIMPLEMENTED')
const nowhere = perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const wherever = perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND')

const bankInfo = { routingNumber: '021000021', accountName: 'A Bar', accountType: 'checking' }

export const callableDoors: Record<CallableName, Door> & Record<string, Door> = {
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
    expected: { ...signedOut, ...denied, admin: reserved },
  },
  deleteUser: {
    hasId: true,
    input: async (services, row) => ({ userId: await insertColleague(services, row, 'active') }),
    expected: { ...signedOut, ...denied, admin: reserved },
  },
  approveUserRegistration: {
    hasId: true,
    input: async (services, row) => ({
      userId: await insertColleague(services, row, 'pending'),
      merchantIds: [merchantOf[row]],
    }),
    expected: { ...signedOut, ...denied, admin: reserved },
  },
  rejectUserRegistration: {
    hasId: true,
    input: async (services, row) => ({
      userId: await insertColleague(services, row, 'pending'),
      reason: 'Not a venue',
    }),
    expected: { ...signedOut, ...denied, admin: reserved },
  },
  getMerchantSubscribersRaw: {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row] }),
    expected: {
      ...signedOut,
      customRole: 'PERMISSION_DENIED',
      viewerOwn: reservedOwn,
      viewerNone: nowhere,
      ownerOfOne: reservedOwn,
      ownerOfTwo: reservedOwn,
      admin: reserved,
    },
  },
  approveMerchantDirect: {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row], notes: '' }),
    expected: { ...signedOut, ...denied, admin: reserved },
  },
  saveMerchantBankInfo: {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row], bankInfo }),
    expected: { ...signedOut, ...denied, ownerOfOne: reservedOwn, ownerOfTwo: reservedOwn, admin: reserved },
  },
}

/** The other half of createAdminUserV2 (decision 23). */
export const publicRegistration: Door = {
  input: (services) => ({ email: newAddress(services), isPublicRegistration: true }),
  expected: everybody('ok'),
}
