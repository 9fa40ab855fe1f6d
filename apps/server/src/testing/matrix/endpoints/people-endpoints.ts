import { eq } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { insertPasskey } from '@quaff/features/sign-in/testing/passkey-factory'
import { insertSecondFactor } from '@quaff/features/sign-in/testing/second-factor-factory'
import { insertSingleSignOnLink } from '@quaff/features/sign-in/testing/single-sign-on-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import type { Services } from '@quaff/platform/server'
import { merchantOf, type Ownership } from '../actor-kinds'
import { perOwnership, signedIn, strangers, type Endpoint } from '../endpoint'
import { insertColleague, newAddress } from '../target-rows'

const signedOut = strangers('UNAUTHORIZED')
const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const wherever = perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND')
const administrators = { ...signedOut, ...signedIn('FORBIDDEN'), admin: wherever }
const editors = { ...administrators, ownerOfOne: ownOnly, ownerOfTwo: ownOnly }

/** A registered user who waits for approval. Has no merchant, so foreign and own are the same. */
export async function insertRegistered(services: Services, row: Ownership): Promise<string> {
  if (row === 'missing') return 'usr_missing'
  const { id } = await insertUser(services, { status: 'pending_approval' })
  if (row === 'deleted') await services.db.delete(users).where(eq(users.id, id))
  return id
}

type Status = Parameters<typeof insertColleague>[2]
const colleague = (status: Status, rest: object = {}) => ({
  hasId: true as const,
  input: async (services: Services, row: Ownership) => ({
    userId: await insertColleague(services, row, status),
    ...rest,
  }),
})
async function suspended(services: Services, row: Ownership) {
  const userId = await insertColleague(services, row, 'active')
  await services.db.update(users).set({ status: 'suspended' }).where(eq(users.id, userId))
  return { userId, version: 1 }
}
async function withAddress(services: Services, row: Ownership) {
  const userId = await insertColleague(services, row, 'active')
  const [stored] = await services.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return { userId, version: 1, confirmEmail: stored?.email ?? 'unknown@example.test' }
}
async function withSecondFactor(services: Services, row: Ownership) {
  const userId = await insertColleague(services, row, 'active')
  if (row === 'own' || row === 'foreign') await insertSecondFactor(services, userId)
  return { userId, version: 1 }
}
async function withSingleSignOn(services: Services, row: Ownership) {
  const userId = await insertColleague(services, row, 'active')
  if (row === 'own' || row === 'foreign') await insertSingleSignOnLink(services, userId)
  return { userId, version: 1 }
}

async function withPasskey(services: Services, row: Ownership) {
  const userId = await insertColleague(services, row, 'active')
  if (row === 'own' || row === 'foreign') await insertPasskey(services, userId)
  return { userId, version: 1 }
}

export const peopleEndpoints: Record<string, Endpoint> = {
  'users.updateRole': {
    hasId: true,
    input: async (services, row) => ({
      userId: await insertColleague(services, row, 'active'),
      version: 1,
      role: 'merchant_owner',
      merchantIds: [merchantOf[row]],
    }),
    expected: administrators,
  },
  'users.suspend': { ...colleague('active', { version: 1 }), expected: administrators },
  'users.reactivate': { hasId: true, input: suspended, expected: administrators },
  'users.delete': { hasId: true, input: withAddress, expected: administrators },
  'users.approve': {
    hasId: true,
    input: async (services, row) => ({ userId: await insertRegistered(services, row), merchantIds: [merchantOf[row]] }),
    expected: administrators,
  },
  'users.reject': {
    hasId: true,
    input: async (services, row) => ({ userId: await insertRegistered(services, row), reason: 'Not a venue' }),
    expected: administrators,
  },
  'users.resendInvitation': { ...colleague('pending'), expected: editors },
  'users.cancelInvitation': { ...colleague('pending'), expected: editors },
  'users.correctEmail': {
    hasId: true,
    input: async (services, row) => ({
      userId: await insertColleague(services, row, 'pending'),
      version: 1,
      email: newAddress(services),
    }),
    expected: administrators,
  },
  'users.removeFromMerchant': {
    hasId: true,
    input: async (services, row) => ({
      userId: await insertColleague(services, row, 'active'),
      merchantId: merchantOf[row],
    }),
    expected: editors,
  },
  // No one was removed before: every permitted caller gets the refusal that there is nothing to undo.
  'users.restoreToMerchant': {
    hasId: true,
    input: async (services, row) => ({
      userId: await insertColleague(services, row, 'active'),
      merchantId: merchantOf[row],
    }),
    expected: {
      ...administrators,
      admin: perOwnership('CONFLICT', 'CONFLICT', 'NOT_FOUND', 'NOT_FOUND'),
      ownerOfOne: perOwnership('CONFLICT', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'),
      ownerOfTwo: perOwnership('CONFLICT', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'),
    },
  },
  'users.updatePerson': {
    ...colleague('active', { version: 1, displayName: 'New Name', phoneNumber: '' }),
    expected: administrators,
  },
  'users.unlinkSingleSignOn': { hasId: true, input: withSingleSignOn, expected: administrators },
  'users.removeSecondFactor': { hasId: true, input: withSecondFactor, expected: administrators },
  'users.removePasskeys': { hasId: true, input: withPasskey, expected: administrators },
  'personalData.keptFigures': { ...colleague('active'), expected: administrators },
  'personalData.erase': { hasId: true, input: withAddress, expected: administrators },
  'users.sendPasswordReset': { ...colleague('active'), expected: administrators },
}

export const peopleFileEndpoints: Record<string, Endpoint> = {
  'person-export': { ...colleague('active'), expected: administrators },
}
