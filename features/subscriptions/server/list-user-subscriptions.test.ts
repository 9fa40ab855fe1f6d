import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { merchantScope } from '@quaff/features/sessions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { planOf } from '@quaff/platform/testing/query-plan'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { userSubscriptionSchema, userSubscriptionsInput } from '../contract'
import { listUserSubscriptions } from './list-user-subscriptions'
import { listUserSubscriptionRows } from './subscriber-store'
import { writeSubscriptions, type SubscriptionWrite } from './write-subscriptions'

let services: TestServices
let admin: UserActor
const merchantId = 'mer_own'
const day = (number: number) => new Date(Date.UTC(2026, 0, number))

const ask = (userId: string, actor: UserActor = admin) =>
  listUserSubscriptions(contextAs(services, actor), userSubscriptionsInput.parse({ userId }))
const write = (rows: Partial<SubscriptionWrite>[], userId: string) =>
  inTransaction(services, (tx) =>
    writeSubscriptions(
      services,
      tx,
      rows.map((row) => ({
        id: services.ids.newId('sub'),
        merchantId,
        status: 'active',
        createdAt: day(1),
        updatedAt: day(1),
        userId,
        ...row,
      })),
    ),
  )
async function someone(rows: Partial<SubscriptionWrite>[] = []): Promise<string> {
  const { id } = await insertUser(services)
  await write(rows, id)
  return id
}

beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
  await insertMerchant(services, { id: merchantId, name: 'Bean There' })
  await insertPlan(services, { id: 'pln_1', merchantId, name: 'Daily Cup' })
})

describe('subscriptions of a person', () => {
  it('are empty for a person without any', async () => {
    expect(await ask(await someone())).toEqual({ subscriptions: [], total: 0 })
  })

  it('§7 are active, trialing and past due, newest first', async () => {
    const userId = await someone([
      { id: 'sub_a', status: 'active', createdAt: day(1) },
      { id: 'sub_t', status: 'trialing', createdAt: day(3) },
      { id: 'sub_p', status: 'past_due', createdAt: day(2) },
      { id: 'sub_c', status: 'canceled', createdAt: day(4) },
    ])
    await someone([{ id: 'sub_other' }])
    const { subscriptions, total } = await ask(userId)
    expect(subscriptions.map(({ id }) => id)).toEqual(['sub_t', 'sub_p', 'sub_a'])
    expect(total).toBe(3)
  })

  it("§3 show the plan's price and a different recorded one", async () => {
    const userId = await someone([{ planId: 'pln_1', amountMinor: 1_999, currency: 'EUR', interval: 'week' }])
    expect((await ask(userId)).subscriptions).toMatchObject([
      {
        merchantName: 'Bean There',
        planName: 'Daily Cup',
        amount: 2_900,
        currency: 'usd',
        interval: 'month',
        recorded: { amount: 1_999, currency: 'eur', interval: 'week', intervalCount: 1 },
      },
    ])
  })

  it('§3 without an existing plan fall back to the subscription and then to its price details', async () => {
    const userId = await someone([
      { planId: 'pln_gone', amountMinor: 5_000, currency: 'JPY', interval: 'year', createdAt: day(3) },
      { priceDetails: { amount: 900, currency: 'gbp', interval: 'week', intervalCount: 2 }, createdAt: day(2) },
      { createdAt: day(1) },
    ])
    expect((await ask(userId)).subscriptions).toMatchObject([
      {
        planId: 'pln_gone',
        planName: 'Unknown Plan',
        amount: 5_000,
        currency: 'jpy',
        interval: 'year',
        recorded: null,
      },
      { planId: null, planName: 'Unknown Plan', amount: 900, currency: 'gbp', interval: 'week', intervalCount: 2 },
      { amount: 0, currency: 'usd', interval: 'month', intervalCount: 1 },
    ])
  })

  it('have the epoch for a missing time, and "Unknown Merchant" for a blank name', async () => {
    await insertMerchant(services, { id: 'mer_blank', name: '' })
    const userId = await someone([{ merchantId: 'mer_blank', createdAt: null }])
    const epoch = new Date(0)
    expect((await ask(userId)).subscriptions).toMatchObject([
      { merchantName: 'Unknown Merchant', createdAt: epoch, currentPeriodStart: epoch, currentPeriodEnd: epoch },
    ])
  })

  it('are 200 at most, with the full count', async () => {
    const userId = await someone(Array.from({ length: 205 }, () => ({})))
    const { subscriptions, total } = await ask(userId)
    expect([subscriptions.length, total]).toEqual([200, 205])
  })

  it('stay with an erased account', async () => {
    const userId = await someone([{}])
    await services.db
      .update(users)
      .set({ erasedAt: day(9) })
      .where(sql`${users.id} = ${userId}`)
    expect((await ask(userId)).total).toBe(1)
  })

  it('§3 contain the named fields only', async () => {
    const [first] = (await ask(await someone([{}]))).subscriptions
    expect(Object.keys(first ?? {}).sort()).toEqual(Object.keys(userSubscriptionSchema.shape).sort())
  })
})

describe('who may read them', () => {
  it('administrators only, for any person', async () => {
    const userId = await someone([{}])
    const others = [await asOwner(services, [merchantId]), await asViewer(services, [merchantId])]
    for (const actor of [...others, await asCustomRole(services)])
      await expect(ask(userId, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('reports a missing person', async () => {
    await expect(ask('usr_missing')).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'USER' })
  })
})

it('reads the index by user in its order', async () => {
  const query = listUserSubscriptionRows(services.db, merchantScope(admin), 'usr_1', 200)
  const plan = await planOf(services.db, query, { without: ['seqscan', 'sort'] })
  expect(plan).toContain('subscriptions_user')
  expect(plan).toContain('Incremental Sort')
})
