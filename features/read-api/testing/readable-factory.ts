import { users } from '@quaff/features/accounts/tables'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import { buildBankAccount } from '@quaff/features/banking/testing/bank-account-factory'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPayout } from '@quaff/features/payouts/testing/payout-factory'
import { planPrices, subscriptionPlans } from '@quaff/features/plans/tables'
import { merchantPromotions } from '@quaff/features/promotions/tables'
import { redemptions } from '@quaff/features/redemptions/tables'
import { insertRefundRow } from '@quaff/features/refunds/testing/refund-factory'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import type { Services } from '@quaff/platform/server'

/** Part of every value that no key may read. */
export const secretWord = 'xsecretx'

/** Inserts one record per resource, each with unreadable fields. `word` is part of every id and name. */
export async function insertReadable(services: Services, word: string) {
  const { db, clock } = services
  const now = clock.now()
  const at = { createdAt: now, updatedAt: now }
  const merchantId = `mer_${word}`
  const [planId, locationId, userId, subscriptionId] = [`pln_${word}`, `loc_${word}`, `usr_${word}`, `sub_${word}`]
  await insertMerchant(services, {
    id: merchantId,
    name: `Venue ${word}`,
    contactEmail: `${secretWord}@venue.test`,
    contactPhone: secretWord,
    taxId: secretWord,
    statusReason: secretWord,
    changeRequest: { items: [], note: secretWord, requestedAt: now.toISOString() },
    logoUrl: `/images/${word}.png`,
  })
  await services.db
    .insert(merchantBankAccounts)
    .values(buildBankAccount(services, { merchantId, accountHolderName: secretWord, accountNumber: '000123456789' }))
  await db
    .insert(users)
    .values({
      id: userId,
      email: `${secretWord}-${word}@people.test`,
      displayName: secretWord,
      role: 'customer',
      status: 'active',
      ...at,
    })
  await insertLocation(services, {
    id: locationId,
    merchantId,
    name: `Corner ${word}`,
    fields: {
      address: { line1: '1 Long Lane', city: 'Leeds' },
      hours: { mon: [{ open: '07:00', close: '19:00' }] },
      closures: [{ from: '2026-12-25', to: '2026-12-26', reason: secretWord }],
      coordinates: { lat: 53.8, lng: -1.55 },
      notes: secretWord,
      unheardOf: secretWord,
    },
  })
  await db
    .insert(subscriptionPlans)
    .values({
      id: planId,
      merchantId,
      name: `Daily ${word}`,
      fields: { allowance: { drinks: 1, per: 'day' }, validLocationIds: [locationId], unheardOf: secretWord },
      ...at,
    })
  await db.insert(planPrices).values({ id: `prc_${word}`, planId, amountMinor: 2_900 })
  const metadata = { startsOn: '2026-03-01', limitTotal: 5, note: secretWord }
  await db
    .insert(merchantPromotions)
    .values({ merchantId, promotionId: 'happy_hour', enabled: true, metadata, updatedAt: now, updatedBy: secretWord })
  const known = { merchantId, locationId, planId, userId, subscriptionId }
  await db.insert(subscriptions).values(subscriptionRow(services, { id: subscriptionId, merchantId, planId, userId }))
  await db
    .insert(redemptions)
    .values({
      ...known,
      id: `red_${word}`,
      redeemedAt: now,
      status: 'voided',
      voidedAt: now,
      voidedBy: secretWord,
      voidReason: secretWord,
    })
  await insertPayout(services, {
    id: `pay_${word}`,
    merchantId,
    status: 'sent',
    paidToLast4: '6789',
    failureReason: secretWord,
    generatedBy: secretWord,
  })
  await insertRefundRow(services, {
    id: `ref_${word}`,
    merchantId,
    subscriptionId,
    providerId: `${secretWord}-${word}`,
    createdBy: secretWord,
  })
  return known
}

type NewSubscription = typeof subscriptions.$inferInsert

export function subscriptionRow(
  { clock }: Services,
  details: Partial<NewSubscription> & Pick<NewSubscription, 'id' | 'merchantId'>,
): NewSubscription {
  const now = clock.now()
  return {
    status: 'active',
    amountMinor: 2_900,
    currency: 'usd',
    monthlyMinor: 2_900,
    billingCurrency: 'usd',
    cancelReason: secretWord,
    createdAt: now,
    updatedAt: now,
    currentPeriodStart: now,
    currentPeriodEnd: new Date(now.getTime() + 30 * 86_400_000),
    ...details,
  }
}
