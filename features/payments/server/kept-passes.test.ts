import { beforeEach, describe, expect, it } from 'vitest'
import { undoRun } from '@quaff/features/imports/server'
import { importIds } from '@quaff/features/imports/tables'
import {
  buildSpool,
  type Documents,
  exportFiles,
  importDocuments,
} from '@quaff/features/imports/testing/import-run-factory'
import { redemptions } from '@quaff/features/redemptions/tables'
import { writeSubscriptionStates } from '@quaff/features/subscriptions/server'
import { inTransaction } from '@quaff/platform/server'
import { anonymous } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listCharged, listPasses } from '../testing/pass-period-factory'
import { stripeEvent, stripeSubscription } from '../testing/stripe-event-factory'
import { retryDueEvents, takePaymentEvent } from './take-event'

let services: TestServices
const dated = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2026-02-01T00:00:00Z' }
const period = { currentPeriodStart: '2026-02-01T00:00:00Z', currentPeriodEnd: '2026-03-01T00:00:00Z' }
const pass = {
  merchantId: 'mer_a',
  planId: 'pln_a',
  status: 'active',
  amount: 2_900,
  currency: 'usd',
  ...dated,
  ...period,
}
const business: Documents = {
  'merchants/mer_a': { name: 'Bar', status: 'active', ...dated },
  'merchants/mer_a/subscriptionPlans/pln_a': { name: 'Daily', ...dated },
  'users/per_1': { email: 'ana@people.test', ...dated },
  'users/per_2': { email: 'bob@people.test', ...dated },
}
const path = 'users/per_1/subscriptions/s1'
const ofStripe = { [path]: { ...pass, stripeSubscriptionId: 'sub_stripe' } }
const drink = {
  'users/per_1/redemptions/r1': { merchantId: 'mer_a', subscriptionId: 's1', redeemedAt: '2026-02-20T08:00:00Z' },
}
const options = { paidUntil: '2026-04-15T00:00:00.000Z' }
/** A renewal in that month of 2026; most who sell through Stripe alone note nothing on a subscription. */
const renewed = (month: number, facts: object = { metadata: {} }) =>
  takePaymentEvent(
    contextAs(services, anonymous),
    true,
    stripeEvent('customer.subscription.updated', stripeSubscription({ ...facts }, month), {
      created: Date.UTC(2026, month, 1, 1) / 1_000,
    }),
  )
const passes = () => listPasses(services)
const charged = () => listCharged(services)
/** Sent by the app before any import. */
const tell = async (userId: string) => {
  const now = services.clock.now()
  const own = {
    id: 's1',
    userId,
    merchantId: 'mer_a',
    planId: 'pln_a',
    status: 'trialing',
    amountMinor: 2_900,
  } as const
  const unpriced = {
    currency: 'usd',
    interval: 'month',
    intervalCount: 1,
    priceDetails: null,
    cancelReason: null,
  } as const
  const times = {
    createdAt: now,
    updatedAt: new Date('2026-02-01T00:00:00Z'),
    currentPeriodStart: new Date('2026-02-01T00:00:00Z'),
  }
  await inTransaction(services, (tx) =>
    writeSubscriptionStates(services, tx, [
      { ...own, ...unpriced, ...times, currentPeriodEnd: new Date('2026-03-01T00:00:00Z') },
    ]),
  )
}

beforeEach(async () => {
  services = await createTestServices()
  services.clock.set(new Date('2026-06-01T12:00:00Z'))
  await importDocuments(services, business, options)
})

describe('§0044 a pass that was here before its document came', () => {
  it('is found by what the provider calls it in there, and is not charged what was paid out', async () => {
    await tell('per_1')
    const { counts } = await importDocuments(services, ofStripe, options)
    expect(counts.subscriptions).toMatchObject({ created: 0, kept: 1 })
    expect(await renewed(3)).toMatchObject({ outcome: 'updated' })
    expect(await passes()).toEqual(['s1 2026-04-01'])
    expect(await charged()).toEqual([])
    expect(await renewed(4)).toMatchObject({ outcome: 'updated' })
    expect(await charged()).toEqual(['s1 2026-05-01'])
  })

  it('is the one that an event created under the provider’s id: it does not exist twice, and redemptions belong to it', async () => {
    expect(await renewed(3, {})).toMatchObject({ outcome: 'created' })
    const { counts, runId } = await importDocuments(services, { ...ofStripe, ...drink }, options)
    expect(counts.subscriptions).toMatchObject({ created: 0, kept: 1 })
    expect(await passes()).toEqual(['sub_stripe 2026-04-01'])
    expect(await services.db.select().from(redemptions)).toMatchObject([{ subscriptionId: 'sub_stripe' }])
    expect((await importDocuments(services, { ...ofStripe, ...drink }, options)).counts).toMatchObject({
      subscriptions: { created: 0, kept: 1 },
      redemptions: { created: 0, same: 1 },
    })
    expect(await renewed(4)).toMatchObject({ outcome: 'updated' })
    await undoRun(contextAs(services), buildSpool(), runId, { progress() {} })
    expect(await services.db.$count(importIds)).toBe(0)
    expect(await passes()).toEqual(['sub_stripe 2026-05-01'])
  })

  it('is not that of another person, whose id is the same by chance', async () => {
    await tell('per_2')
    await importDocuments(services, ofStripe, options)
    expect(await services.db.$count(importIds)).toBe(0)
    expect(await renewed(3)).toMatchObject({ outcome: 'unmatched' })
    expect(await passes()).toEqual(['s1 2026-02-01'])
  })

  it('leaves without a line that would give it the id that it has', async () => {
    await tell('per_1')
    await importDocuments(services, ofStripe, options)
    expect(Object.keys(await exportFiles(services))).not.toContain('ids.csv')
  })
})

describe('§0044 an event of a subscription whose document was skipped', () => {
  it('waits, and finds the pass once its document is mended', async () => {
    await importDocuments(services, { [path]: { ...ofStripe[path], amount: 29.99 } }, options)
    expect(await renewed(4)).toMatchObject({ outcome: 'unmatched', reason: 'UNKNOWN_MERCHANT' })
    await importDocuments(services, ofStripe, options)
    services.clock.advance(120_000)
    await retryDueEvents(services)
    expect(await passes()).toEqual(['s1 2026-05-01'])
    expect(await charged()).toEqual(['s1 2026-05-01'])
  })

  it('makes the pass where it says enough, and the mended document leads there', async () => {
    await importDocuments(services, { [path]: { ...ofStripe[path], amount: 29.99 } }, options)
    expect(await renewed(4, {})).toMatchObject({ outcome: 'created' })
    expect((await importDocuments(services, ofStripe, options)).counts.subscriptions).toMatchObject({ kept: 1 })
    expect(await passes()).toEqual(['sub_stripe 2026-05-01'])
  })
})
