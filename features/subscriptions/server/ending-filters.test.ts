import { inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { merchantScope } from '@quaff/features/sessions/server'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listSubscriptionsInput } from '../contract'
import { cancelSubscription } from './change-ending'
import { countScheduled } from './ending-store'
import { listSubscriptions } from './read-subscriptions'
import { readTotals } from './read-totals'
import { subscriptions } from './tables'
import { writeSubscriptions, type SubscriptionWrite } from './write-subscriptions'

let services: TestServices
let admin: UserActor
const at = (text: string) => new Date(`2026-${text}Z`)
const write = (rows: SubscriptionWrite[]) => inTransaction(services, (tx) => writeSubscriptions(services, tx, rows))
const row = (id: string, details: Partial<SubscriptionWrite> = {}): SubscriptionWrite => ({
  id,
  merchantId: 'mer_a',
  status: 'active',
  amountMinor: 900,
  createdAt: at('01-01T08:00:00'),
  updatedAt: at('01-01T08:00:00'),
  currentPeriodEnd: at('04-20T00:00:00'),
  ...details,
})
const ask = (input: object, actor = admin) =>
  listSubscriptions(contextAs(services, actor), listSubscriptionsInput.parse(input))
const idsOf = async (input: object) => {
  const { rows, total } = await ask(input)
  expect(total).toBe(rows.length)
  return rows.map(({ id }) => id).toSorted()
}

beforeAll(async () => {
  services = await createTestServices()
  services.clock.set(at('03-20T12:00:00'))
  admin = await asAdmin(services)
  await insertMerchant(services, { id: 'mer_a' })
  await write([
    row('sub_gone'),
    row('sub_late'),
    row('sub_ends'),
    row('sub_stays'),
    row('sub_trial', { status: 'trialing' }),
  ])
  await write([
    row('sub_gone', { status: 'canceled', updatedAt: at('02-10T09:00:00') }),
    row('sub_late', { status: 'canceled', updatedAt: at('02-18T12:00:00') }),
    row('sub_trial', { updatedAt: at('03-01T00:00:00') }),
    row('sub_new', { createdAt: at('03-05T00:00:00'), updatedAt: at('03-05T00:00:00') }),
  ])
  const [pass] = (await ask({})).rows.filter(({ id }) => id === 'sub_ends')
  await cancelSubscription(contextAs(services, admin), {
    subscriptionId: 'sub_ends',
    when: 'period_end',
    reason: 'Moves away',
    expectedUpdatedAt: pass?.updatedAt ?? new Date(0),
  })
})

describe('the list filtered by end', () => {
  it('finds subscriptions that were canceled or end within given days', async () => {
    const february = { canceledFrom: at('02-01T00:00:00'), canceledTo: at('02-17T00:00:00') }
    expect(await idsOf(february)).toEqual(['sub_gone'])
    expect(await idsOf({ canceledFrom: at('02-01T00:00:00') })).toEqual(['sub_gone', 'sub_late'])
    expect(await idsOf({ endsFrom: at('04-01T00:00:00'), endsTo: at('04-30T00:00:00') })).toEqual(['sub_ends'])
    expect(await idsOf({ endsFrom: at('05-01T00:00:00') })).toEqual([])
    expect(await idsOf({ ending: true })).toEqual(['sub_ends'])
  })

  it('§0094 counts churn over 30 calendar days, today included', async () => {
    services.clock.set(at('03-19T23:59:59'))
    expect(await idsOf({ churned: true })).toEqual(['sub_late'])
    services.clock.set(at('03-20T00:00:00'))
    expect(await idsOf({ churned: true })).toEqual([])
    services.clock.set(at('03-20T12:00:00'))
  })

  it('finds subscriptions by their status on a past day, like the counters', async () => {
    const activeBefore = (text: string) => idsOf({ status: 'active', statusBefore: at(text) })
    expect(await activeBefore('01-01T08:00:00')).toEqual([])
    expect(await activeBefore('02-01T00:00:00')).toEqual(['sub_ends', 'sub_gone', 'sub_late', 'sub_stays'])
    expect(await activeBefore('02-11T00:00:00')).toEqual(['sub_ends', 'sub_late', 'sub_stays'])
    expect(await activeBefore('03-06T00:00:00')).toEqual(['sub_ends', 'sub_new', 'sub_stays', 'sub_trial'])
    expect(await idsOf({ status: 'trialing', statusBefore: at('02-11T00:00:00') })).toEqual(['sub_trial'])
  })

  it('finds subscriptions that were not canceled before a month began', async () => {
    expect(await idsOf({ createdTo: at('01-31T00:00:00'), runningAt: at('02-11T00:00:00') })).toEqual([
      'sub_ends',
      'sub_late',
      'sub_stays',
      'sub_trial',
    ])
  })

  it('finds exactly as many as the count beside the churn rate', async () => {
    await write([row('sub_later', { cancelAt: at('06-01T00:00:00') }), row('sub_with', { cancelAtPeriodEnd: true })])
    const ending = await idsOf({ ending: true })
    expect(ending).toEqual(['sub_ends', 'sub_later', 'sub_with'])
    expect(await countScheduled(services.db, merchantScope(admin))).toBe(ending.length)
    expect((await readTotals(services, merchantScope(admin))).scheduledCancellations).toBe(ending.length)
    expect(await idsOf({ endsFrom: at('05-01T00:00:00') })).toEqual(['sub_later'])
    await write([row('sub_later'), row('sub_with')])
    expect(await idsOf({ ending: true })).toEqual(['sub_ends'])
    await services.db.delete(subscriptions).where(inArray(subscriptions.id, ['sub_later', 'sub_with']))
  })

  it('shows who and why to administrators only, and when to everyone', async () => {
    const ends = { endsFrom: at('04-01T00:00:00') }
    const [told] = (await ask(ends)).rows
    expect(told).toMatchObject({ endsAt: at('04-20T00:00:00'), canceledAt: null, cancelReason: 'Moves away' })
    expect(told?.endedBy).not.toBeNull()
    const [masked] = (await ask(ends, await asOwner(services, ['mer_a']))).rows
    expect(masked).toMatchObject({ endsAt: at('04-20T00:00:00'), endedBy: null, cancelReason: null })
    const [canceled] = (await ask({ canceledFrom: at('02-18T00:00:00') })).rows
    expect(canceled).toMatchObject({ canceledAt: at('02-18T12:00:00'), endedBy: null, endsAt: null })
  })
})
