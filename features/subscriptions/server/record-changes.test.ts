import { asc, eq } from 'drizzle-orm'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction } from '@quaff/platform/server'
import { liveEvents } from '@quaff/platform/server/tables'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { merchantSubscriptionStats, subscriptionCharges, subscriptionEvents, subscriptions } from './tables'
import { subscriptionDays, subscriptionTotals } from './tables'
import { writeSubscriptions, type SubscriptionWrite } from './write-subscriptions'

let services: TestServices
const now = new Date('2026-03-10T12:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

beforeAll(async () => {
  services = await createTestServices()
})
afterEach(() => services.database.truncate())

const write = (rows: SubscriptionWrite[]) => inTransaction(services, (tx) => writeSubscriptions(services, tx, rows))
const build = (details: Partial<SubscriptionWrite> = {}): SubscriptionWrite => ({
  id: 'sub_1',
  merchantId: 'mer_a',
  planId: 'pln_1',
  userId: 'usr_1',
  status: 'active',
  amountMinor: 900,
  createdAt: hours(-900),
  updatedAt: hours(-900),
  currentPeriodStart: hours(-100),
  currentPeriodEnd: hours(620),
  ...details,
})
async function begin(): Promise<void> {
  services.clock.set(now)
  await insertMerchants(services, [{ id: 'mer_a' }, { id: 'mer_b' }])
  for (const id of ['usr_1', 'usr_2', 'usr_3']) await insertUser(services, { id })
}
const charges = () =>
  services.db
    .select()
    .from(subscriptionCharges)
    .orderBy(asc(subscriptionCharges.subscriptionId), asc(subscriptionCharges.periodStart))
const history = async () =>
  (await services.db.select().from(subscriptionEvents).orderBy(asc(subscriptionEvents.occurredAt))).map(
    ({ kind }) => kind,
  )
const counts = async () =>
  Object.fromEntries(
    (await services.db.select().from(users)).map(({ id, subscriptionCount }) => [id, subscriptionCount]),
  )
const everything = async () => ({
  rows: await services.db.select().from(subscriptions).orderBy(asc(subscriptions.id)),
  charges: await charges(),
  events: await services.db.select().from(subscriptionEvents).orderBy(asc(subscriptionEvents.id)),
  totals: await services.db.select().from(subscriptionTotals).orderBy(asc(subscriptionTotals.status)),
  days: await services.db.select().from(subscriptionDays).orderBy(asc(subscriptionDays.day)),
  stats: await services.db.select().from(merchantSubscriptionStats),
  people: await counts(),
  live: (await services.db.select().from(liveEvents)).length,
})

describe('the effects of a write', () => {
  it('§G34 §0018 include one charge per paid period, at the price when it was first seen', async () => {
    await begin()
    await write([build({ status: 'trialing' })])
    expect(await charges()).toEqual([])
    await write([build({ currentPeriodStart: hours(-50) })])
    await write([build({ currentPeriodStart: hours(-50), amountMinor: 1_000 })])
    await write([build({ currentPeriodStart: hours(-10), amountMinor: 1_000, status: 'past_due' })])
    await write([build({ currentPeriodStart: hours(-5), status: 'canceled' })])
    expect(await charges()).toMatchObject([
      { periodStart: hours(-50), amountMinor: 900, currency: 'usd', recordedAt: now, userId: 'usr_1' },
      { periodStart: hours(-10), amountMinor: 1_000 },
    ])
    const told = ['started', 'renewed', 'renewed', 'renewed', 'status_changed', 'status_changed', 'canceled']
    expect((await history()).toSorted()).toEqual([...told, 'price_changed', 'price_changed'].toSorted())
  })

  it('§0018 are none when the same batch is written again', async () => {
    await begin()
    const batch = [
      build(),
      build({ id: 'sub_2', userId: 'usr_2', status: 'trialing' }),
      build({ id: 'sub_3', userId: null }),
    ]
    await write(batch)
    const before = await everything()
    services.clock.advance(60_000)
    expect(await write(batch)).toEqual({ created: 0, updated: 0 })
    expect(await everything()).toEqual(before)
  })

  it('§0018 include the number of running subscriptions of each person', async () => {
    await begin()
    await write([build(), build({ id: 'sub_2', status: 'past_due' }), build({ id: 'sub_3', status: 'canceled' })])
    expect(await counts()).toEqual({ usr_1: 2, usr_2: 0, usr_3: 0 })
    await write([
      build({ userId: 'usr_2' }),
      build({ id: 'sub_2', status: 'canceled' }),
      build({ id: 'sub_3', status: 'trialing' }),
    ])
    expect(await counts()).toEqual({ usr_1: 1, usr_2: 1, usr_3: 0 })
  })

  it('include the time of the newest subscription, even if that moves to another merchant', async () => {
    await begin()
    const newest = async () =>
      Object.fromEntries(
        (await services.db.select().from(merchantSubscriptionStats)).map((row) => [row.merchantId, row.lastActivityAt]),
      )
    await write([build({ createdAt: hours(-9) }), build({ id: 'sub_2', createdAt: hours(-5) })])
    expect(await newest()).toEqual({ mer_a: hours(-5) })
    await write([build({ id: 'sub_2', createdAt: hours(-5), merchantId: 'mer_b' })])
    expect(await newest()).toEqual({ mer_a: hours(-9), mer_b: hours(-5) })
  })

  it('§0018 are refused for the whole batch if an amount exceeds the maximum of a charge', async () => {
    await begin()
    const largest = 2_147_483_647
    await write([build({ amountMinor: largest, interval: 'day' })])
    expect(await charges()).toMatchObject([{ amountMinor: largest }])
    expect(await services.db.select().from(subscriptionTotals)).toMatchObject([{ monthlyMinor: largest * 30 }])
    const tooLarge = build({ id: 'sub_3', amountMinor: null, priceDetails: { amount: largest + 1 } })
    for (const one of [tooLarge, build({ amountMinor: largest + 1 })])
      await expect(write([build({ id: 'sub_2' }), one])).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        reason: 'AMOUNT_TOO_LARGE',
      })
    expect(await services.db.$count(subscriptions)).toBe(1)
  })

  it('§G35 take as many statements for a thousand rows as for one', async () => {
    await begin()
    const statementsOf = async (rows: SubscriptionWrite[]) => {
      let statements = 0
      await inTransaction(services, async (tx) => {
        const counted = new Proxy(tx, {
          get(target, name) {
            if (['insert', 'update', 'select', 'execute'].includes(String(name))) statements += 1
            const value: unknown = Reflect.get(target, name)
            return typeof value === 'function' ? value.bind(target) : value
          },
        })
        await writeSubscriptions(services, counted, rows)
      })
      return statements
    }
    const many = Array.from({ length: 1_000 }, (_, index) => build({ id: `sub_many_${index}` }))
    const changed = many.map((row) => ({ ...row, status: 'canceled' as const, updatedAt: hours(-1) }))
    expect(await statementsOf(many)).toBe(await statementsOf([build()]))
    expect(await statementsOf(changed)).toBe(await statementsOf([build({ status: 'canceled' })]))
  })
})

describe("an administrator's decision", () => {
  const decide = (set: Partial<typeof subscriptions.$inferInsert>) =>
    services.db
      .update(subscriptions)
      .set({ canceledBy: 'usr_admin', cancelReason: 'Asked by mail', ...set })
      .where(eq(subscriptions.id, 'sub_1'))
  const row = async () => (await services.db.select().from(subscriptions).where(eq(subscriptions.id, 'sub_1')))[0]

  it('§0018 to cancel at period end is not undone by a renewal, which is not charged', async () => {
    await begin()
    await write([build()])
    await decide({ cancelAtPeriodEnd: true })
    await write([build({ currentPeriodStart: hours(620), currentPeriodEnd: hours(1_300), updatedAt: now })])
    services.clock.set(hours(621))
    await write([build({ currentPeriodStart: hours(620), currentPeriodEnd: hours(1_300), updatedAt: hours(621) })])
    expect(await row()).toMatchObject({
      cancelAtPeriodEnd: true,
      canceledBy: 'usr_admin',
      cancelReason: 'Asked by mail',
      status: 'active',
      currentPeriodStart: hours(-100),
      currentPeriodEnd: hours(620),
    })
    expect(await charges()).toHaveLength(1)
  })

  it('§0018 to cancel now is not undone by the provider', async () => {
    await begin()
    await write([build()])
    await write([build({ status: 'canceled', updatedAt: hours(-3) })])
    await decide({})
    await write([build({ updatedAt: now, currentPeriodStart: hours(-1) })])
    expect(await row()).toMatchObject({ status: 'canceled', updatedAt: hours(-3), canceledBy: 'usr_admin' })
    expect([await counts(), (await charges()).length]).toEqual([{ usr_1: 0, usr_2: 0, usr_3: 0 }, 1])
  })
})

describe('parallel writers', () => {
  it('§G35 of the same people, subscriptions and merchants finish without a deadlock and with correct counts', async () => {
    await begin()
    const people = ['usr_1', 'usr_2', 'usr_3']
    const statuses = ['active', 'past_due', 'canceled', 'trialing'] as const
    await Promise.all(
      Array.from({ length: 24 }, (_, round) =>
        write(
          Array.from({ length: 15 }, (_empty, index) => {
            // Every writer has a different row order.
            const number = (index * 7 + round * 11) % 20
            return build({
              id: `sub_${number}`,
              merchantId: (number + round) % 2 ? 'mer_a' : 'mer_b',
              userId: people[(number + round) % 3] ?? null,
              status: statuses[(number + round) % 4] ?? 'active',
              updatedAt: hours(round - 40),
            })
          }),
        ),
      ),
    )
    const rows = await services.db.select().from(subscriptions)
    const running = rows.filter(({ status }) => status !== 'canceled')
    expect(await counts()).toEqual(
      Object.fromEntries(people.map((id) => [id, running.filter(({ userId }) => userId === id).length])),
    )
    const keys = (await charges()).map((one) => `${one.subscriptionId} ${one.periodStart.toISOString()}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('that write several times in one transaction do not deadlock, whatever their order', async () => {
    await begin()
    // If counters exist, rows are locked and not inserted.
    await write([build({ id: 'sub_0' }), build({ id: 'sub_9', status: 'past_due' })])
    const inTwoSteps = (id: string, statuses: readonly SubscriptionWrite['status'][]) =>
      inTransaction(services, async (tx) => {
        for (const [step, status] of statuses.entries()) {
          await writeSubscriptions(services, tx, [build({ id, status, userId: null, updatedAt: hours(step) })])
          await wait(60)
        }
      })
    await Promise.all([inTwoSteps('sub_1', ['active', 'past_due']), inTwoSteps('sub_2', ['past_due', 'active'])])
    const totals = await services.db.select().from(subscriptionTotals).orderBy(asc(subscriptionTotals.status))
    expect(totals).toMatchObject([
      { status: 'active', count: 2 },
      { status: 'past_due', count: 2 },
    ])
  })
})
