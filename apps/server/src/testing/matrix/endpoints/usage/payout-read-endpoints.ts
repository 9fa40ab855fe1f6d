import { eq } from 'drizzle-orm'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import { insertBankAccount } from '@quaff/features/banking/testing/bank-account-factory'
import type { Services } from '@quaff/platform/server'
import { merchantOf, type Ownership } from '../../actor-kinds'
import { perOwnership, signedIn, strangers, type Endpoint } from '../../endpoint'
import { insertPayoutOf } from './payout-endpoints'

const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const nowhere = perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const readers = {
  ...strangers('UNAUTHORIZED'),
  customRole: 'FORBIDDEN',
  viewerOwn: ownOnly,
  viewerNone: nowhere,
  ownerOfOne: ownOnly,
  ownerOfTwo: ownOnly,
  admin: perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND'),
} as const satisfies Endpoint['expected']

/** Without lines, so the totals are zero. */
const approved = { status: 'approved', grossMinor: 0 } as const
const ofMerchant = (_: Services, row: Ownership) => ({ merchantId: merchantOf[row] })

async function payoutId(services: Services, row: Ownership) {
  return { payoutId: (await insertPayoutOf(services, row, approved)).payoutId }
}

const lines = {
  hasId: true,
  input: async (services, row) => payoutId(services, row),
  // There are no charges and no redemptions in the period.
  expected: {
    ...readers,
    viewerOwn: { ...ownOnly, own: 'empty' },
    ownerOfOne: { ...ownOnly, own: 'empty' },
    ownerOfTwo: { ...ownOnly, own: 'empty' },
    admin: perOwnership('empty', 'empty', 'NOT_FOUND', 'NOT_FOUND'),
  },
} as const satisfies Endpoint

export const payoutReadEndpoints = {
  'payouts.list': {
    hasId: true,
    input: async (services, row) => {
      await insertPayoutOf(services, row, approved)
      return ofMerchant(services, row)
    },
    expected: readers,
  },
  'payouts.counts': { hasId: true, input: ofMerchant, expected: readers },
  'payouts.get': { hasId: true, input: (services, row) => payoutId(services, row), expected: readers },
  'payouts.renewals': lines,
  'payouts.redemptions': lines,
  'payouts.summary': { hasId: true, input: ofMerchant, expected: readers },
  'payouts.bankFileFit': {
    input: async (services) => ({ ...(await insertPayable(services)), format: 'pain001', currency: 'usd' }),
    expected: { ...strangers('UNAUTHORIZED'), ...signedIn('FORBIDDEN'), admin: 'ok' },
  },
} satisfies Record<string, Endpoint>

async function insertPayable(services: Services) {
  const merchantId = merchantOf.own
  await services.db.delete(merchantBankAccounts).where(eq(merchantBankAccounts.merchantId, merchantId))
  await insertBankAccount(services, { merchantId })
  await insertPayoutOf(services, 'own', { status: 'approved' })
  return { period: '2026-02', currency: 'usd' }
}

export const payoutFileEndpoints = {
  'payout-statement': { hasId: true, input: (services, row) => payoutId(services, row), expected: readers },
  'payouts-export': {
    hasId: true,
    input: (_, row) => ({ format: 'csv', filter: { merchantId: merchantOf[row] } }),
    expected: readers,
  },
  'bank-file': {
    input: insertPayable,
    expected: { ...strangers('UNAUTHORIZED'), ...signedIn('FORBIDDEN'), admin: 'ok' },
  },
} satisfies Record<string, Endpoint>
