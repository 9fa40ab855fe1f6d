import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations } from '@quaff/features/locations/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { writeSubscriptions, type SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { adminAuditLogs, liveEvents } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { planLimits, type PlanPriceInput } from '../contract'
import { insertPlan } from '../testing/plan-factory'
import { createPlan, duplicatePlan } from './create-plan'
import { planPrices, subscriptionPlans } from './tables'
import { removePlan, setPlanActive, updatePlan } from './update-plan'

let services: TestServices
let owner: UserActor
const merchantId = 'mer_a'
const key = 'b3c1f2aa-5d5e-4a57-9c3f-1f2d3c4b5a69'

beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await insertMerchant(services, { id: merchantId })
  await insertMerchant(services, { id: 'mer_b' })
  owner = await asOwner(services, [merchantId])
})
afterEach(() => services.database.truncate())

const requested = (actor: UserActor = owner) => contextAs(services, actor)
const price = (details: Partial<PlanPriceInput> = {}): PlanPriceInput => ({
  amountMinor: 2_900,
  currency: 'usd',
  interval: 'month',
  intervalCount: 1,
  active: true,
  ...details,
})
const subscribe = (rows: Partial<SubscriptionWrite>[]) =>
  inTransaction(services, (tx) =>
    writeSubscriptions(
      services,
      tx,
      rows.map((row, index) => ({
        id: `sub_${index}`,
        merchantId,
        status: 'active',
        amountMinor: 2_900,
        createdAt: services.clock.now(),
        updatedAt: services.clock.now(),
        ...row,
      })),
    ),
  )
const storedPlan = async (id: string) =>
  (await services.db.select().from(subscriptionPlans).where(eq(subscriptionPlans.id, id)))[0]
const storedPrices = (id: string) =>
  services.db.select().from(planPrices).where(eq(planPrices.planId, id)).orderBy(planPrices.position)
const audit = () => services.db.select().from(adminAuditLogs)

describe('createPlan', () => {
  it('keeps line breaks of a description, and removes characters that no column accepts', async () => {
    const plan = {
      name: 'Cup\uD800',
      description: ' One.\r\nTwo\u0007. ',
      eligibleItems: ['\u0000', 'Tea', 'Tea\u0000'],
    }
    const record = await createPlan(requested(), { merchantId, plan })
    expect(record).toMatchObject({ name: 'Cup\uFFFD', description: 'One.\nTwo .', eligibleItems: ['Tea'] })
  })

  it('refuses a name of control characters only, like every change', async () => {
    const refused = { code: 'BAD_REQUEST', detail: { field: 'name' } }
    await expect(createPlan(requested(), { merchantId, plan: { name: '\u0007' } })).rejects.toMatchObject(refused)
    const { id: planId } = await insertPlan(services, { merchantId, name: 'Daily Cup' })
    const renaming = { merchantId, planId, version: 1, changes: { name: '\u0000' } }
    await expect(updatePlan(requested(), renaming)).rejects.toMatchObject(refused)
    expect((await storedPlan(planId))?.name).toBe('Daily Cup')
  })

  it('creates the plan with its prices in order, audits it and sends a live event', async () => {
    const plan = await createPlan(requested(), {
      merchantId,
      plan: {
        name: 'Daily\u0007Cup',
        allowance: { drinks: 1, per: 'day' },
        eligibleItems: ['Hot tea', 'Hot tea'],
        prices: [price({ amountMinor: 29_000, interval: 'year' }), price({ active: false })],
      },
    })
    expect(plan).toMatchObject({
      name: 'Daily Cup',
      active: true,
      version: 1,
      eligibleItems: ['Hot tea'],
      prices: [{ amountMinor: 29_000, interval: 'year' }, { active: false }],
      monthlyRevenue: [],
      pricePerDrink: [],
    })
    expect((await storedPlan(plan.id))?.fields).toEqual({
      allowance: { drinks: 1, per: 'day' },
      eligibleItems: ['Hot tea'],
    })
    expect(await audit()).toMatchObject([
      {
        action: 'create_plan',
        targetId: plan.id,
        merchantId,
        before: null,
        after: { name: 'Daily Cup', active: true },
      },
    ])
    const events = await services.db.select().from(liveEvents).where(eq(liveEvents.topic, 'merchant'))
    expect(events).toMatchObject([{ subjectId: merchantId, merchantId }])
  })

  it('creates one plan for fifty concurrent requests with the same key', async () => {
    const input = { merchantId, requestKey: key, plan: { name: 'Daily Cup', prices: [price()] } }
    const plans = await Promise.all(Array.from({ length: 50 }, () => createPlan(requested(), input)))
    expect(new Set(plans.map(({ id }) => id)).size).toBe(1)
    expect(await services.db.select().from(subscriptionPlans)).toHaveLength(1)
    expect(await audit()).toHaveLength(1)
    await expect(createPlan(requested(), { ...input, plan: { name: 'Another' } })).rejects.toMatchObject({
      reason: 'REQUEST_KEY',
    })
  })

  it('refuses the plan after the hundredth', async () => {
    for (let index = 0; index < planLimits.plansPerMerchant - 1; index += 1)
      await insertPlan(services, { merchantId, id: `pln_${index}`, prices: [] })
    const both = await Promise.allSettled(
      ['x', 'y'].map((name) => createPlan(requested(), { merchantId, plan: { name } })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(createPlan(requested(), { merchantId, plan: { name: 'z' } })).rejects.toMatchObject({
      reason: 'PLAN_LIMIT',
    })
  })

  it('refuses a location of another merchant like a missing one', async () => {
    const at = services.clock.now()
    const row = { name: 'Harbor', createdAt: at, updatedAt: at }
    await services.db.insert(locations).values([
      { ...row, id: 'loc_own', merchantId },
      { ...row, id: 'loc_foreign', merchantId: 'mer_b' },
    ])
    const create = (id: string) =>
      createPlan(requested(), { merchantId, plan: { name: 'x', validLocationIds: ['loc_own', id] } })
    const foreign = await create('loc_foreign').catch((error: unknown) => error)
    expect(foreign).toMatchObject({ code: 'NOT_FOUND', detail: { field: 'validLocationIds' } })
    expect(await create('loc_missing').catch((error: unknown) => error)).toEqual(foreign)
    expect((await create('loc_own')).validLocationIds).toEqual(['loc_own'])
  })

  it.each(['archived', 'rejected'])('refuses while the merchant is %s', async (status) => {
    await insertMerchant(services, { id: 'mer_c', status })
    await expect(
      createPlan(requested(await asAdmin(services)), { merchantId: 'mer_c', plan: { name: 'x' } }),
    ).rejects.toMatchObject({ reason: 'MERCHANT_STATE' })
    expect(await services.db.select().from(subscriptionPlans)).toHaveLength(0)
  })
})

describe('updatePlan', () => {
  it('changes only given fields, keeps unknown ones and audits the difference', async () => {
    const fields = { description: 'Old', legacyCode: 'DC-1', allowance: { drinks: 1, per: 'day', rollover: true } }
    const { id } = await insertPlan(services, { merchantId, fields })
    services.clock.advance(1_000)
    const changes = { description: 'New', allowance: { drinks: 2, per: 'week' as const } }
    const plan = await updatePlan(requested(), { merchantId, planId: id, version: 1, changes })
    expect(plan).toMatchObject({ description: 'New', version: 2, updatedAt: services.clock.now() })
    expect(plan.otherFields).toEqual([{ key: 'legacyCode', value: 'DC-1' }])
    expect((await storedPlan(id))?.fields).toEqual({
      description: 'New',
      legacyCode: 'DC-1',
      allowance: { drinks: 2, per: 'week', rollover: true },
    })
    expect(await audit()).toMatchObject([
      {
        action: 'update_plan',
        before: { description: 'Old', allowance: fields.allowance },
        after: { description: 'New' },
      },
    ])
  })

  it('§3 keeps createdAt and updates updatedAt', async () => {
    const created = services.clock.now()
    const { id } = await createPlan(requested(), { merchantId, plan: { name: 'Daily Cup' } })
    expect(await storedPlan(id)).toMatchObject({ createdAt: created, updatedAt: created })
    services.clock.advance(1_000)
    await updatePlan(requested(), { merchantId, planId: id, version: 1, changes: { name: 'Cup' } })
    expect(await storedPlan(id)).toMatchObject({ createdAt: created, updatedAt: services.clock.now() })
  })

  it('writes nothing when nothing differs', async () => {
    const { id, name } = await insertPlan(services, { merchantId })
    const plan = await updatePlan(requested(), { merchantId, planId: id, version: 1, changes: { name } })
    expect(plan.version).toBe(1)
    expect(await audit()).toHaveLength(0)
  })

  it('lets one of two editors win and refuses the other', async () => {
    const { id } = await insertPlan(services, { merchantId })
    const save = (name: string) => updatePlan(requested(), { merchantId, planId: id, version: 1, changes: { name } })
    const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map(save))
    const lost = results.filter(({ status }) => status === 'rejected')
    expect(lost).toHaveLength(3)
    for (const result of lost) expect(result).toMatchObject({ reason: { reason: 'STALE_VERSION' } })
    expect(await audit()).toHaveLength(1)
  })

  it('§3 keeps prices by id, adds new ones, deletes unused ones and deactivates those in use', async () => {
    const { id, prices } = await insertPlan(services, {
      merchantId,
      prices: [
        { amountMinor: 2_900 },
        { amountMinor: 29_000, interval: 'year' },
        { amountMinor: 650, interval: 'week' },
      ],
    })
    const [monthly, yearly, weekly] = prices.map((row) => row.id)
    await subscribe([
      { planId: id, amountMinor: null, priceDetails: { amount: 650, interval: 'week' }, status: 'trialing' },
    ])
    const changes = {
      prices: [price({ amountMinor: 500, interval: 'day' }), price({ id: monthly, amountMinor: 3_200 })],
    }
    await updatePlan(requested(), { merchantId, planId: id, version: 1, changes })
    const after = await storedPrices(id)
    expect(after).toMatchObject([
      { amountMinor: 500, active: true },
      { id: monthly, amountMinor: 3_200, active: true },
      { id: weekly, amountMinor: 650, active: false },
    ])
    expect(after.map((row) => row.id)).not.toContain(yearly)
    expect(await audit()).toMatchObject([
      { before: { prices: [{ id: monthly }, {}, {}] }, after: { prices: [{}, {}, {}] } },
    ])
  })

  it('keeps the amounts of running subscriptions', async () => {
    const { id, prices } = await insertPlan(services, { merchantId })
    await subscribe([{ planId: id }])
    const changes = { prices: [price({ id: prices[0]?.id, amountMinor: 3_200 })] }
    const plan = await updatePlan(requested(), { merchantId, planId: id, version: 1, changes })
    expect(plan.monthlyRevenue).toEqual([{ amountMinor: 2_900, currency: 'usd' }])
    expect(plan.paying).toMatchObject([{ amountMinor: 2_900, priceId: null, subscribers: 1 }])
  })

  it('refuses a price of another plan, one that is listed twice, and two that are the same', async () => {
    const { id, prices } = await insertPlan(services, { merchantId })
    const other = await insertPlan(services, { merchantId })
    const save = (list: PlanPriceInput[]) =>
      updatePlan(requested(), { merchantId, planId: id, version: 1, changes: { prices: list } })
    const own = prices[0]?.id
    await expect(save([price({ id: other.prices[0]?.id })])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(save([price({ id: own }), price({ id: own, amountMinor: 1 })])).rejects.toMatchObject({
      reason: 'PRICE_TWICE',
    })
    await expect(save([price({ id: own }), price()])).rejects.toMatchObject({ reason: 'PRICE_REPEATED' })
    expect(await storedPrices(other.id)).toHaveLength(1)
  })

  it('§6 refuses viewers, and answers a plan of another merchant like a missing one', async () => {
    const foreign = await insertPlan(services, { merchantId: 'mer_b' })
    const update = (actor: UserActor, planId: string) =>
      updatePlan(requested(actor), { merchantId, planId, version: 1, changes: { name: 'x' } })
    await expect(update(await asViewer(services, [merchantId]), foreign.id)).rejects.toMatchObject({ reason: 'ROLE' })
    for (const actor of [owner, await asAdmin(services)]) {
      const answer = await update(actor, foreign.id).catch((error: unknown) => error)
      expect(answer).toMatchObject({ code: 'NOT_FOUND', reason: 'PLAN' })
      expect(await update(actor, 'pln_missing').catch((error: unknown) => error)).toEqual(answer)
    }
    expect((await storedPlan(foreign.id))?.name).toBe('Daily Cup')
  })
})

describe('duplicatePlan', () => {
  it('copies document and active prices into an inactive plan, once per key', async () => {
    const fields = { legacyCode: 'DC-1', visibility: 'hidden' }
    const { id } = await insertPlan(services, {
      merchantId,
      fields,
      prices: [{ amountMinor: 2_900 }, { amountMinor: 2_900 }, { amountMinor: 1, active: false }],
    })
    const input = { merchantId, planId: id, requestKey: key }
    const [copy, again] = [await duplicatePlan(requested(), input), await duplicatePlan(requested(), input)]
    expect(copy).toMatchObject({ name: 'Daily Cup (copy)', active: false, visibility: 'hidden' })
    expect(copy.prices).toMatchObject([{ amountMinor: 2_900, active: true }])
    expect(copy.otherFields).toEqual([{ key: 'legacyCode', value: 'DC-1' }])
    expect(again.id).toBe(copy.id)
  })
})

it('counts deactivated prices in use towards the limit of twenty', async () => {
  const { id } = await insertPlan(services, { merchantId, prices: [{ amountMinor: 650, interval: 'week' }] })
  await subscribe([{ planId: id, amountMinor: null, priceDetails: { amount: 650, interval: 'week' } }])
  const replaceBy = (count: number) => {
    const prices = Array.from({ length: count }, (_, index) => price({ amountMinor: 1_000 + index }))
    return updatePlan(requested(), { merchantId, planId: id, version: 1, changes: { prices } })
  }
  await expect(replaceBy(planLimits.pricesPerPlan)).rejects.toMatchObject({ reason: 'PRICE_LIMIT' })
  expect(await storedPrices(id)).toHaveLength(1)
  await replaceBy(planLimits.pricesPerPlan - 1)
  expect(await storedPrices(id)).toHaveLength(planLimits.pricesPerPlan)
})

it.each([
  ['created', (ctx: TestContext) => createPlan(ctx, { merchantId, requestKey: key, plan: { name: 'Daily Cup' } })],
  ['copied', (ctx: TestContext) => duplicatePlan(ctx, { merchantId, planId: 'pln_original', requestKey: key })],
])('a plan that someone %s is not shown again to anyone who has lost the merchant since', async (_, make) => {
  await insertPlan(services, { merchantId, id: 'pln_original' })
  const { id } = await make(requested())
  expect((await make(requested())).id).toBe(id)
  const since = { ...owner, merchantIds: [], ownMerchantIds: [] }
  await expect(make(requested(since))).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'MERCHANT' })
})

describe('setPlanActive', () => {
  it('switches a plan off and on, and audits each once', async () => {
    const { id } = await insertPlan(services, { merchantId })
    await setPlanActive(requested(), { merchantId, planId: id, version: 1, active: false })
    const plan = await setPlanActive(requested(), { merchantId, planId: id, version: 2, active: false })
    expect(plan).toMatchObject({ active: false, version: 2 })
    expect(await audit()).toMatchObject([{ action: 'update_plan', before: { active: true }, after: { active: false } }])
  })
})

describe('removePlan', () => {
  it.each(['active', 'trialing', 'past_due'] as const)('refuses while a subscription is %s', async (status) => {
    const { id } = await insertPlan(services, { merchantId })
    await subscribe([{ planId: id, status }])
    await expect(removePlan(requested(), { merchantId, planId: id, version: 1 })).rejects.toMatchObject({
      reason: 'PLAN_IN_USE',
      message: expect.stringContaining('1 subscriber'),
    })
    expect(await storedPlan(id)).toBeDefined()
  })

  it('deletes a plan that only canceled subscriptions had, with its prices, and keeps what it was in the audit', async () => {
    const { id } = await insertPlan(services, { merchantId })
    await subscribe([{ planId: id, status: 'canceled' }])
    await expect(removePlan(requested(), { merchantId, planId: id, version: 9 })).rejects.toMatchObject({
      reason: 'STALE_VERSION',
    })
    await removePlan(requested(), { merchantId, planId: id, version: 1 })
    expect(await storedPlan(id)).toBeUndefined()
    expect(await storedPrices(id)).toHaveLength(0)
    expect(await audit()).toMatchObject([{ action: 'delete_plan', before: { name: 'Daily Cup', active: true } }])
  })
})
