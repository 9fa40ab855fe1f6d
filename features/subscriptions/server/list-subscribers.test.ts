import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { recentSubscribersInput, subscribersRawInput, subscriberSchema } from '../contract'
import { listRecentSubscribers, listSubscribersRaw } from './list-subscribers'
import { writeSubscriptions, type SubscriptionWrite } from './write-subscriptions'

let services: TestServices
let admin: UserActor
let owner: UserActor
const own = 'mer_own'
const foreign = 'mer_foreign'
const day = (number: number) => new Date(Date.UTC(2026, 0, number))

const write = (rows: SubscriptionWrite[]) => inTransaction(services, (tx) => writeSubscriptions(services, tx, rows))
const raw = (actor: UserActor, input: object = {}) =>
  listSubscribersRaw(contextAs(services, actor), subscribersRawInput.parse({ merchantId: own, ...input }))
const recent = (actor: UserActor, input: object = {}) =>
  listRecentSubscribers(contextAs(services, actor), recentSubscribersInput.parse({ merchantId: own, ...input }))

beforeAll(async () => {
  services = await createTestServices()
  for (const id of [own, foreign]) await insertMerchant(services, { id })
  admin = await asAdmin(services)
  owner = await asOwner(services, [own])
  await services.db
    .insert(subscriptionPlans)
    .values({ id: 'pln_1', merchantId: own, name: 'Daily Cup', createdAt: day(1), updatedAt: day(1) })
  const ana = await insertUser(services, { displayName: 'Ana Paula Prado', email: 'ana@example.test' })
  const ghost = await insertUser(services, { displayName: 'ghost@example.test', emailIsPlaceholder: true })
  const base = { merchantId: own, status: 'active', updatedAt: day(9) } as const
  await write([
    { ...base, id: 'sub_1', planId: 'pln_1', userId: ana.id, amountMinor: 2900, currency: 'EUR', createdAt: day(3) },
    {
      ...base,
      id: 'sub_2',
      planId: 'pln_gone',
      userId: ghost.id,
      status: 'trialing',
      priceDetails: { amount: 900, currency: 'gbp', interval: 'week', intervalCount: 2 },
      createdAt: day(2),
    },
    { ...base, id: 'sub_3', status: 'canceled', createdAt: null },
    { ...base, id: 'sub_f', merchantId: foreign, createdAt: day(4) },
  ])
})

describe('getMerchantSubscribersRaw', () => {
  it('§7 §8 returns the newest first, with the price fallbacks, "Unknown Plan" and the epoch for missing times', async () => {
    const { subscribers, counts } = await raw(admin)
    expect(subscribers).toMatchObject([
      {
        subscriptionId: 'sub_1',
        planName: 'Daily Cup',
        amount: 2900,
        currency: 'eur',
        interval: 'month',
        intervalCount: 1,
      },
      {
        subscriptionId: 'sub_2',
        planName: 'Unknown Plan',
        amount: 900,
        currency: 'gbp',
        interval: 'week',
        intervalCount: 2,
      },
      { subscriptionId: 'sub_3', amount: 0, currency: 'usd', createdAt: new Date(0), currentPeriodEnd: new Date(0) },
    ])
    expect(counts).toEqual({ active: 1, trialing: 1, past_due: 0, canceled: 1 })
  })

  it('shows administrators the subscriber, but no placeholder email', async () => {
    const { subscribers } = await raw(admin)
    expect(subscribers.map(({ subscriberName, email }) => [subscriberName, email])).toEqual([
      ['Ana Paula Prado', 'ana@example.test'],
      ['ghost@example.test', null],
      [null, null],
    ])
  })

  it('§7 masks names and omits emails for merchant roles', async () => {
    for (const actor of [owner, await asViewer(services, [own])]) {
      const { subscribers } = await raw(actor)
      expect(subscribers.map(({ subscriberName }) => subscriberName)).toEqual(['Ana P.', null, null])
      expect(JSON.stringify(subscribers)).not.toMatch(/@|Prado|usr_/)
    }
  })

  it('sends the named fields and nothing else', async () => {
    const [first] = (await raw(admin)).subscribers
    expect(Object.keys(first ?? {}).sort()).toEqual(Object.keys(subscriberSchema.shape).sort())
  })

  it('returns at most 200', async () => {
    const { id } = await insertMerchant(services)
    await write(
      Array.from({ length: 210 }, (_, index) => ({
        id: `many_${index}`,
        merchantId: id,
        status: 'active' as const,
        createdAt: day(1),
        updatedAt: day(1),
      })),
    )
    const { subscribers, counts } = await raw(admin, { merchantId: id })
    expect([subscribers.length, counts.active]).toEqual([200, 210])
    expect(recentSubscribersInput.safeParse({ merchantId: id, limit: 201 }).success).toBe(false)
  })
})

describe('the direct query', () => {
  it('§7 §9 accepts status, plan and a limit, ten by default', async () => {
    const ids = async (input: object) => (await recent(owner, input)).subscribers.map((row) => row.subscriptionId)
    expect(await ids({ status: 'canceled' })).toEqual(['sub_3'])
    expect(await ids({ planId: 'pln_1' })).toEqual(['sub_1'])
    expect(await ids({ limit: 2 })).toEqual(['sub_1', 'sub_2'])
    expect(recentSubscribersInput.parse({ merchantId: own }).limit).toBe(10)
  })

  it('§7 returns exactly what the raw source returns', async () => {
    for (const actor of [admin, owner]) expect(await recent(actor, { limit: 200 })).toEqual(await raw(actor))
  })

  it('reports a foreign id as missing, like the raw source', async () => {
    const refusals = await Promise.all(
      [raw, recent].flatMap((ask) =>
        [foreign, 'mer_missing'].map((merchantId) => ask(owner, { merchantId }).catch((error: unknown) => error)),
      ),
    )
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0])
    expect(refusals[0]).toMatchObject({ code: 'NOT_FOUND', reason: 'MERCHANT' })
    await expect(recent(admin, { merchantId: 'mer_missing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is refused to unknown roles', async () => {
    const barista = await asCustomRole(services)
    await expect(recent(barista)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(raw(barista)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
