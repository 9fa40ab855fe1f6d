import { eq } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchant, type MerchantDetails } from '@quaff/features/merchants/testing/merchant-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import type { Services } from '@quaff/platform/server'
import { merchantOf, type Ownership } from '../actor-kinds'
import { perOwnership, signedIn, strangers, type Endpoint } from '../endpoint'
import { newAddress } from '../target-rows'

const signedOut = strangers('UNAUTHORIZED')
const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const nowhere = perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const wherever = perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND')
const editors = { ...signedOut, ...signedIn('FORBIDDEN'), ownerOfOne: ownOnly, ownerOfTwo: ownOnly, admin: wherever }
const administrators = { ...signedOut, ...signedIn('FORBIDDEN'), admin: wherever }
const administratorsAnyRow = { ...signedOut, ...signedIn('FORBIDDEN'), admin: 'ok' } as const

const active: MerchantDetails = {
  status: 'active',
  statusBefore: null,
  needsReview: false,
  applicationStatus: 'approved',
}
const waiting: MerchantDetails = { status: 'pending_review', needsReview: true, applicationStatus: 'submitted' }
const suspended: MerchantDetails = { status: 'suspended', statusBefore: 'active' }

/** The merchant of that ownership in a state where the action is possible, and the version to send along. */
export async function merchantIn(services: Services, row: Ownership, details: MerchantDetails) {
  const merchantId = merchantOf[row]
  const [stored] = await services.db
    .update(merchants)
    .set({ ...active, ...details })
    .where(eq(merchants.id, merchantId))
    .returning({ version: merchants.version })
  return { merchantId, version: stored?.version ?? 1 }
}

const inState = (details: MerchantDetails, rest: object) => async (services: Services, row: Ownership) => ({
  ...(await merchantIn(services, row, details)),
  ...rest,
})
const idInState =
  (details: MerchantDetails, rest: object = {}) =>
  async (services: Services, row: Ownership) => ({
    merchantId: (await merchantIn(services, row, details)).merchantId,
    ...rest,
  })
const manyInState = (details: MerchantDetails, rest: object) => async (services: Services, row: Ownership) => ({
  merchantIds: [(await merchantIn(services, row, details)).merchantId],
  ...rest,
})
const reason = { reason: 'Because of the matrix' }

/** Deleted permanently, so each case has its own. */
async function throwaway(services: Services, row: Ownership) {
  const isThere = row === 'own' || row === 'foreign'
  const merchantId = isThere ? String((await insertMerchant(services, { name: 'Gone' })).id) : merchantOf[row]
  return { merchantId, version: 1, confirmName: 'Gone' }
}

/** The last one leaves the merchants active, as the endpoints of others expect them. */
export const merchantsEndpoints: Record<string, Endpoint> = {
  'merchants.create': { input: () => ({ name: 'New Bar' }), expected: administratorsAnyRow },
  'merchants.approve': { hasId: true, input: idInState(waiting, { notes: '' }), expected: administrators },
  'merchants.approveMany': { hasId: true, input: manyInState(waiting, { notes: '' }), expected: administratorsAnyRow },
  'merchants.markReviewed': {
    hasId: true,
    input: manyInState({ needsReview: true }, {}),
    expected: administratorsAnyRow,
  },
  'merchants.requestChanges': {
    hasId: true,
    input: inState(waiting, { items: ['address'], note: '' }),
    expected: administrators,
  },
  'merchants.decline': { hasId: true, input: inState(waiting, reason), expected: administrators },
  'merchants.suspend': { hasId: true, input: inState({}, reason), expected: administrators },
  'merchants.archive': { hasId: true, input: inState({}, reason), expected: administrators },
  'merchants.restore': { hasId: true, input: inState(suspended, reason), expected: administrators },
  'merchants.delete': {
    hasId: true,
    input: throwaway,
    expected: { ...administrators, ownerOfOne: nowhere, ownerOfTwo: nowhere },
  },
  'merchants.impact': { hasId: true, input: idInState({}), expected: administrators },
  /** It has no decision yet. */
  'merchants.lastAnswer': {
    hasId: true,
    input: idInState({}),
    expected: { ...administrators, admin: perOwnership('null', 'null', 'NOT_FOUND', 'NOT_FOUND') },
  },
  'merchants.reviewQueue': {
    input: async (services) => {
      await merchantIn(services, 'own', waiting)
      return {}
    },
    expected: administratorsAnyRow,
  },
  'users.transferMerchant': {
    hasId: true,
    input: async (services, row) => ({
      ...(await merchantIn(services, row, {})),
      newOwnerId: (await insertUser(services, { role: 'merchant_owner' })).id,
      keepFormerOwner: true,
    }),
    expected: administrators,
  },
  'users.invite': {
    hasId: true,
    input: (services, row) => ({
      email: newAddress(services),
      role: 'merchant_viewer',
      merchantIds: [merchantOf[row]],
    }),
    expected: editors,
  },
  'users.previewInvitation': {
    hasId: true,
    input: (_, row) => ({ role: 'merchant_viewer', merchantIds: [merchantOf[row]] }),
    expected: editors,
  },
  'merchants.update': {
    hasId: true,
    input: inState({}, { changes: { description: 'By the matrix' } }),
    expected: editors,
  },
  'merchants.setLive': { hasId: true, input: inState({}, { isLive: true }), expected: editors },
}
