import { insertCharge } from '@quaff/features/payouts/testing/payout-factory'
import { insertRefundRow } from '@quaff/features/refunds/testing/refund-factory'
import { chargeHolds } from '@quaff/features/subscriptions/tables'
import type { Services } from '@quaff/platform/server'
import { merchantOf, type Ownership } from '../../actor-kinds'
import { perOwnership, signedIn, strangers, type Endpoint } from '../../endpoint'
import { insertSubscription } from '../subscriptions-endpoints'

const administrators = {
  ...strangers('UNAUTHORIZED'),
  ...signedIn('FORBIDDEN'),
  admin: perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND'),
} as const satisfies Endpoint['expected']

const isGone = (row: Ownership) => row === 'missing' || row === 'deleted'

/** An open dispute of a held charge. */
async function insertDispute(services: Services, row: Ownership) {
  if (isGone(row)) return 'ref_missing'
  const merchantId = merchantOf[row]
  const subscriptionId = await insertSubscription(services, row)
  const at = services.clock.now()
  await services.db
    .insert(chargeHolds)
    .values({ subscriptionId, periodStart: at, reason: 'dispute', merchantId, createdAt: at })
  const dispute = { kind: 'dispute', status: 'open', merchantId, subscriptionId } as const
  return (await insertRefundRow(services, dispute)).id
}

const ownOnly = perOwnership('ok', 'empty', 'empty', 'empty')

export const refundEndpoints = {
  'refunds.list': {
    hasId: true,
    async input(services, row) {
      await insertDispute(services, row)
      return { merchantId: merchantOf[row] }
    },
    expected: {
      ...strangers('UNAUTHORIZED'),
      customRole: 'FORBIDDEN',
      viewerOwn: ownOnly,
      viewerNone: perOwnership('empty', 'empty', 'empty', 'empty'),
      ownerOfOne: ownOnly,
      ownerOfTwo: ownOnly,
      admin: perOwnership('ok', 'ok', 'empty', 'empty'),
    },
  },
  'refunds.record': {
    hasId: true,
    async input(services, row) {
      const periodStart = services.clock.now()
      const refund = { periodStart, amountMinor: 500, reason: 'Closed for a week' }
      if (isGone(row)) return { ...refund, subscriptionId: 'sub_missing' }
      return { ...refund, ...(await chargeOf(services, row, periodStart)) }
    },
    expected: administrators,
  },
  'refunds.release': {
    hasId: true,
    input: async (services, row) => ({ refundId: await insertDispute(services, row) }),
    expected: administrators,
  },
} satisfies Record<string, Endpoint>

async function chargeOf(services: Services, row: Ownership, periodStart: Date) {
  const { subscriptionId } = await insertCharge(services, { merchantId: merchantOf[row], periodStart })
  return { subscriptionId }
}
