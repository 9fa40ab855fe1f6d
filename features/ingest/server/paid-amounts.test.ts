import { beforeAll, beforeEach, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { payoutAdjustments, payoutCharges } from '@quaff/features/payouts/tables'
import { insertPayout } from '@quaff/features/payouts/testing/payout-factory'
import { chargeHolds, subscriptionCharges, subscriptions } from '@quaff/features/subscriptions/tables'
import type { KeyActor } from '@quaff/platform/server'
import { anonymous } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { ingestEvents } from './ingest-events'

let services: TestServices
let count = 0

beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
  services.clock.set('2026-03-20T12:00:00Z')
  await insertMerchant(services, { id: 'mer_a' })
})

const key: KeyActor = { kind: 'key', keyId: 'key_1', name: 'App', scopes: [], merchantIds: null, requestsPerMinute: 60 }
const send = async (details: object) => {
  count += 1
  const event = {
    eventId: `evt_${count}`,
    occurredAt: `2026-03-10T00:00:${String(count).padStart(2, '0')}Z`,
    id: 'sub_1',
    merchantId: 'mer_a',
    status: 'active',
    amountMinor: 2_900,
    currency: 'usd',
    createdAt: '2026-03-01T00:00:00Z',
    currentPeriodStart: '2026-03-01T00:00:00Z',
    currentPeriodEnd: '2026-04-01T00:00:00Z',
    ...details,
  }
  const { results } = await ingestEvents(contextAs(services, anonymous), key, 'subscriptions', [event])
  return results[0]?.outcome
}
const charges = async () =>
  (await services.db.select().from(subscriptionCharges).orderBy(subscriptionCharges.periodStart)).map(
    ({ amountMinor, listMinor }) => [amountMinor, listMinor],
  )
const held = async () =>
  (await services.db.select().from(chargeHolds)).filter(({ releasedAt }) => releasedAt === null).length

it('a paid amount replaces the list price, in any order of events', async () => {
  await send({})
  expect(await charges()).toEqual([[2_900, null]])
  await send({ paidMinor: 1_450 })
  expect(await charges()).toEqual([[1_450, 2_900]])
  await send({ paidMinor: 0 })
  expect(await charges()).toEqual([[0, 2_900]])
})

it('a paid amount of a charge in a payout creates one correction line', async () => {
  await send({})
  const payout = await insertPayout(services, { id: 'pay_1', merchantId: 'mer_a', status: 'sent' })
  await services.db
    .insert(payoutCharges)
    .values({ subscriptionId: 'sub_1', periodStart: new Date('2026-03-01T00:00:00Z'), payoutId: payout.id })
  await send({ paidMinor: 1_450 })
  await send({ paidMinor: 1_450 })
  expect(await services.db.select().from(payoutAdjustments)).toMatchObject([
    { kind: 'correction', amountMinor: -1_450, subscriptionId: 'sub_1' },
  ])
})

it('a period within another is held, and released once its paid amount is known', async () => {
  const within = { currentPeriodStart: '2026-03-15T00:00:00Z', currentPeriodEnd: '2026-04-15T00:00:00Z' }
  await send({})
  await send({ ...within, amountMinor: 5_000 })
  expect([await held(), await charges()]).toEqual([
    1,
    [
      [2_900, null],
      [5_000, null],
    ],
  ])
  await send({ ...within, amountMinor: 5_000, paidMinor: 3_400 })
  expect([await held(), await charges()]).toEqual([
    0,
    [
      [2_900, null],
      [3_400, 5_000],
    ],
  ])
})

const march = { currentPeriodStart: '2026-03-01T00:00:00Z', currentPeriodEnd: '2026-04-01T00:00:00Z' }
const february = { currentPeriodStart: '2026-02-01T00:00:00Z', currentPeriodEnd: '2026-03-01T00:00:00Z' }
const current = async () => {
  const [row] = await services.db.select().from(subscriptions)
  return [row?.currentPeriodStart, row?.currentPeriodEnd]
}
const marchDates = [new Date(march.currentPeriodStart), new Date(march.currentPeriodEnd)]

it.each([
  ['sent later', undefined, 'updated'],
  ['that arrives late', '2026-02-02T00:00:00Z', 'older'],
])('a state %s about the previous period is charged, and keeps the current period', async (_, occurredAt, outcome) => {
  await send({ ...march, amountMinor: 3_000 })
  const told = { ...february, amountMinor: 2_000, status: 'past_due', ...(occurredAt && { occurredAt }) }
  expect(await send(told)).toBe(outcome)
  expect(await current()).toEqual(marchDates)
  expect(await charges()).toEqual([
    [2_000, null],
    [3_000, null],
  ])
  expect([await send(told), await charges()]).toEqual([
    outcome === 'older' ? 'older' : 'updated',
    [
      [2_000, null],
      [3_000, null],
    ],
  ])
  expect(await held()).toBe(0)
})

it('a scheduled end in the previous period ends the current one, and an earlier trial is not charged', async () => {
  await send(march)
  await send({ ...february, status: 'trialing', occurredAt: '2026-02-02T00:00:00Z' })
  await send({ ...february, cancelAtPeriodEnd: true })
  expect(await current()).toEqual(marchDates)
  expect(await services.db.select().from(subscriptions)).toMatchObject([{ cancelAtPeriodEnd: true, cancelAt: null }])
  expect(await charges()).toHaveLength(2)
})

it('a future period can be corrected, and so can one that overlaps it', async () => {
  await send({ currentPeriodStart: '2036-03-01T00:00:00Z', currentPeriodEnd: '2036-04-01T00:00:00Z' })
  await send(march)
  expect(await current()).toEqual(marchDates)
  await send({ ...march, currentPeriodStart: '2026-02-20T00:00:00Z' })
  expect((await current())[0]).toEqual(new Date('2026-02-20T00:00:00Z'))
})
