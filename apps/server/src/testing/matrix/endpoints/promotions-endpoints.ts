import { merchantPromotions } from '@quaff/features/promotions/tables'
import { insertPromotion } from '@quaff/features/promotions/testing/promotion-factory'
import type { Services } from '@quaff/platform/server'
import { merchantOf, type Ownership } from '../actor-kinds'
import { perOwnership, signedIn, strangers, type Endpoint } from '../endpoint'

const signedOut = strangers('UNAUTHORIZED')
const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const nowhere = perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const wherever = perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND')
const administratorsOnly = { ...signedOut, ...signedIn('FORBIDDEN'), admin: 'ok' } as const
const administratorsWherever = { ...signedOut, ...signedIn('FORBIDDEN'), admin: wherever } as const

const promotionId = 'happy_hour'

async function withoutDocument(services: Services, row: Ownership) {
  await services.db.delete(merchantPromotions)
  return { merchantId: merchantOf[row], promotionId, version: 0 }
}

async function withDocument(services: Services, row: Ownership) {
  const target = await withoutDocument(services, row)
  if (row === 'own' || row === 'foreign') await insertPromotion(services, { merchantId: target.merchantId })
  return { ...target, version: 1 }
}

export const promotionsEndpoints = {
  'promotions.catalogue': { input: () => ({}), expected: administratorsOnly },
  'promotions.listForPromotion': { input: () => ({ promotionId }), expected: administratorsOnly },
  'promotions.listForMerchant': {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row] }),
    expected: {
      ...signedOut,
      customRole: 'FORBIDDEN',
      viewerOwn: ownOnly,
      viewerNone: nowhere,
      ownerOfOne: ownOnly,
      ownerOfTwo: ownOnly,
      admin: wherever,
    },
  },
  'promotions.setEnabled': {
    hasId: true,
    input: async (services, row) => ({ ...(await withoutDocument(services, row)), enabled: true, metadata: {} }),
    expected: administratorsWherever,
  },
  /** Nothing was disabled just now, so the state refuses callers that role and row admit. */
  'promotions.undoDisable': {
    hasId: true,
    input: (services, row) => withDocument(services, row),
    expected: { ...administratorsWherever, admin: perOwnership('CONFLICT', 'CONFLICT', 'NOT_FOUND', 'NOT_FOUND') },
  },
  'promotions.previewBulk': {
    input: () => ({ promotionId, enabled: true, merchantIds: [merchantOf.own, merchantOf.missing] }),
    expected: administratorsOnly,
  },
  /** Refusals of single rows are in the response. */
  'promotions.bulk': {
    async input(services) {
      const { version } = await withoutDocument(services, 'own')
      return { promotionId, enabled: true, rows: [{ merchantId: merchantOf.own, version }] }
    },
    expected: administratorsOnly,
  },
} satisfies Record<string, Endpoint>
