import { eq } from 'drizzle-orm'
import { payoutReminders, payouts } from '@quaff/features/payouts/tables'
import { insertAdjustment, insertPayout, type PayoutDetails } from '@quaff/features/payouts/testing/payout-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import type { Services } from '@quaff/platform/server'
import { merchantOf, type Ownership } from '../../actor-kinds'
import { perOwnership, signedIn, strangers, type Endpoint } from '../../endpoint'

/** The only payout of the merchant with that ownership; a deleted merchant cannot have one. */
export async function insertPayoutOf(services: Services, row: Ownership, details: Partial<PayoutDetails> = {}) {
  if (row === 'missing' || row === 'deleted') return { payoutId: 'pay_missing', version: 1 }
  const merchantId = merchantOf[row]
  await services.db.delete(payouts).where(eq(payouts.merchantId, merchantId))
  const { id: payoutId, version } = await insertPayout(services, { ...details, merchantId })
  return { payoutId, version }
}

const administrators = {
  ...strangers('UNAUTHORIZED'),
  ...signedIn('FORBIDDEN'),
  admin: perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND'),
} as const satisfies Endpoint['expected']
const administratorsAnywhere = { ...administrators, admin: 'ok' } as const

const step = (details: Partial<PayoutDetails> = {}, more: object = {}): Endpoint => ({
  hasId: true,
  input: async (services, row) => ({ ...(await insertPayoutOf(services, row, details)), ...more }),
  expected: administrators,
})

export const payoutEndpoints = {
  'payouts.periods': { input: () => ({}), expected: administratorsAnywhere },
  'payouts.preview': {
    input: async (services, row) => {
      await insertPayoutOf(services, row)
      return { period: '2026-02' }
    },
    expected: administratorsAnywhere,
  },
  'payouts.run': {
    input: async (services, row) => {
      await insertPayoutOf(services, row)
      return { period: '2026-02' }
    },
    expected: administratorsAnywhere,
  },
  /** A deleted merchant gets no payout, which is a valid result. */
  'payouts.generate': {
    hasId: true,
    input: (_, row) => ({ period: '2026-02', merchantIds: [merchantOf[row]] }),
    expected: administratorsAnywhere,
  },
  'payouts.addAdjustment': step({}, { amountMinor: -500, reason: 'Broken grinder' }),
  'payouts.removeAdjustment': {
    hasId: true,
    input: async (services, row) => {
      const payout = await insertPayoutOf(services, row)
      if (row === 'missing' || row === 'deleted') return { ...payout, adjustmentId: 'adj_missing' }
      const line = { merchantId: merchantOf[row], payoutId: payout.payoutId }
      return { ...payout, adjustmentId: (await insertAdjustment(services, line)).id }
    },
    expected: administrators,
  },
  'payouts.addToNext': step({ status: 'sent' }, { amountMinor: -500, reason: 'Broken grinder' }),
  'payouts.removeWaiting': {
    hasId: true,
    input: async (services, row) => {
      const merchantId = merchantOf[row]
      if (row === 'missing' || row === 'deleted') return { merchantId, adjustmentId: 'adj_missing' }
      return { merchantId, adjustmentId: (await insertAdjustment(services, { merchantId })).id }
    },
    expected: administrators,
  },
  'payouts.carryOver': step({ grossMinor: 0, adjustmentsMinor: -500 }),
  'payouts.approve': step(),
  'payouts.reopen': step({ status: 'approved' }),
  'payouts.discard': step(),
  'payouts.close': step({ status: 'approved', grossMinor: 0 }),
  'payouts.markSent': step({ status: 'approved' }),
  'payouts.confirm': step({ status: 'sent' }),
  'payouts.fail': step({ status: 'sent' }, { reason: 'Account closed' }),
  'payouts.remindOwners': {
    hasId: true,
    input: async (services, row) => {
      const { payoutId } = await insertPayoutOf(services, row)
      await services.db.delete(payoutReminders)
      await insertUser(services, { role: 'merchant_owner', merchantIds: [merchantOf[row]] })
      return { payoutId }
    },
    expected: administrators,
  },
} satisfies Record<string, Endpoint>
