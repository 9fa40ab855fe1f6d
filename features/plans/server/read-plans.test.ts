import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import type { RedemptionStatus } from '@quaff/features/redemptions/contract'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { platformSettings } from '@quaff/features/settings/tables'
import { writeSubscriptions, type SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { inTransaction, shiftDaysIn, type UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner, asUser, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listPlansInput, planListSchema, planRecordSchema, type ListPlansInput } from '../contract'
import { insertPlan } from '../testing/plan-factory'
import { readPlanSubscribers, readPriceImpact } from './read-plan-figures'
import { getPlan, getPlanOfMerchant, listPlans } from './read-plans'

let services: TestServices
let viewer: UserActor
const merchantId = 'mer_a'
const dayMs = 86_400_000

beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await insertMerchant(services, { id: merchantId, name: 'Foxglove' })
  await insertMerchant(services, { id: 'mer_b' })
  viewer = await asViewer(services, [merchantId])
})
afterEach(() => services.database.truncate())

const ago = (days: number) => new Date(services.clock.now().getTime() - days * dayMs)
let number = 0
const subscribe = (count: number, details: Partial<SubscriptionWrite>) =>
  inTransaction(services, (tx) =>
    writeSubscriptions(
      services,
      tx,
      Array.from({ length: count }, () => ({
        id: `sub_${(number += 1)}`,
        merchantId,
        status: 'active',
        amountMinor: 2_900,
        createdAt: ago(60),
        updatedAt: ago(60),
        ...details,
      })),
    ),
  )
const drink = (count: number, details: { planId?: string; status?: RedemptionStatus; days?: number } = {}) =>
  inTransaction(services, (tx) =>
    writeRedemptions(
      services,
      tx,
      Array.from({ length: count }, () => ({
        eventId: `evt_${(number += 1)}`,
        id: `red_${number}`,
        merchantId,
        redeemedAt: ago(details.days ?? 1),
        status: details.status ?? 'completed',
        planId: details.planId ?? null,
      })),
    ),
  )
const list = async (input: Partial<ListPlansInput> = {}, actor = viewer) =>
  planListSchema.parse(await listPlans(contextAs(services, actor), listPlansInput.parse({ merchantId, ...input })))
const names = async (input: Partial<ListPlansInput>) => (await list(input)).rows.map(({ name }) => name)

describe('plan statistics (spec §3)', () => {
  it('§3 counts subscribers, churn of 30 days, revenue of active ones, average value and price per drink', async () => {
    const { id } = await insertPlan(services, { merchantId, fields: { singleDrinkPrice: 480 } })
    await subscribe(3, { planId: id })
    await subscribe(1, { planId: id, amountMinor: 29_000, interval: 'year' })
    await subscribe(2, { planId: id, status: 'trialing' })
    await subscribe(1, { planId: id, status: 'past_due' })
    await subscribe(1, { planId: id, status: 'canceled', updatedAt: ago(29) })
    await subscribe(1, { planId: id, status: 'canceled', updatedAt: ago(31) })
    await drink(20, { planId: id })
    await drink(5, { planId: id, status: 'voided' })
    await drink(5, { planId: id, days: 31 })
    const { rows, totals } = await list()
    expect(rows[0]).toMatchObject({
      activeSubscribers: 4,
      trialSubscribers: 2,
      pastDueSubscribers: 1,
      churnedThisMonth: 1,
      monthlyRevenue: [{ amountMinor: 3 * 2_900 + 2_417, currency: 'usd' }],
      averageSubscriptionValue: [{ amountMinor: 2_779, currency: 'usd' }],
      drinks: 20,
      pricePerDrink: [{ amountMinor: 556, currency: 'usd' }],
      breakEvenDrinks: 7,
    })
    expect(totals).toMatchObject({ activeSubscribers: 4, drinks: 20, churnRate: 20 })
  })

  it('§0094 counts drinks of 30 calendar days of the zone, today included', async () => {
    const { id } = await insertPlan(services, { merchantId })
    const first = shiftDaysIn(services.settings.timeZone, services.clock.now(), -29).getTime()
    const times = [first - 1, first, first + 1, services.clock.now().getTime()]
    await inTransaction(services, (tx) =>
      writeRedemptions(
        services,
        tx,
        times.map((at, index) => ({ id: `red_edge_${index}`, merchantId, planId: id, redeemedAt: new Date(at) })),
      ),
    )
    expect((await list()).rows[0]?.drinks).toBe(3)
  })

  it('never adds currencies, and counts subscriptions without a plan apart', async () => {
    const { id } = await insertPlan(services, { merchantId })
    await subscribe(1, { planId: id })
    await subscribe(2, { planId: id, currency: 'eur', amountMinor: 1_000 })
    await subscribe(1, { planId: null, amountMinor: 100 })
    const { rows, totals, withoutPlan } = await list()
    expect(withoutPlan).toMatchObject({ activeSubscribers: 1, monthlyRevenue: [{ amountMinor: 100, currency: 'usd' }] })
    expect(rows[0]?.monthlyRevenue).toEqual([
      { amountMinor: 2_900, currency: 'usd' },
      { amountMinor: 2_000, currency: 'eur' },
    ])
    expect(totals.monthlyRevenue[0]).toEqual({ amountMinor: 3_000, currency: 'usd' })
    expect(rows[0]?.pricePerDrink).toEqual([])
  })

  it('show zero revenue in the currency of the prices, active ones first', async () => {
    expect((await list()).totals.monthlyRevenue).toEqual([])
    await services.db
      .insert(platformSettings)
      .values({ key: 'defaultCurrency', value: 'gbp', updatedAt: services.clock.now() })
    expect((await list()).totals.monthlyRevenue).toEqual([{ amountMinor: 0, currency: 'gbp' }])
    await insertPlan(services, { merchantId, name: 'A', active: false, prices: [{ currency: 'eur' }] })
    expect((await list()).totals.monthlyRevenue).toEqual([{ amountMinor: 0, currency: 'eur' }])
    await insertPlan(services, {
      merchantId,
      name: 'B',
      prices: [{ currency: 'eur', active: false }, { currency: 'jpy' }],
    })
    expect((await list()).totals.monthlyRevenue).toEqual([{ amountMinor: 0, currency: 'jpy' }])
  })

  it('§8 shows imported plans whatever their document and prices hold', async () => {
    await insertPlan(services, {
      merchantId,
      name: '',
      fields: { allowance: 'plenty', timeWindow: { days: 'all' }, visibility: 7, singleDrinkPrice: -1 },
      prices: [{ amountMinor: 2_900, interval: 'fortnight', intervalCount: 0 }],
    })
    const { rows } = await list()
    expect(rows[0]).toMatchObject({
      name: 'Unknown Plan',
      allowance: null,
      visibility: 'public',
      prices: [{ interval: 'month', intervalCount: 1 }],
    })
  })
})

describe('the list', () => {
  beforeEach(async () => {
    await insertPlan(services, { merchantId, id: 'pln_1', name: 'Daily Cup', createdAt: ago(9) })
    await insertPlan(services, {
      merchantId,
      id: 'pln_2',
      name: 'Ten a Month',
      active: false,
      fields: { description: 'Any CUP' },
    })
    await insertPlan(services, { merchantId, id: 'pln_3', name: 'Weekly', fields: {}, updatedAt: ago(-1) })
    await insertPlan(services, { merchantId: 'mer_b', name: 'Foreign' })
    await subscribe(1, { planId: 'pln_3', amountMinor: 5_000 })
    await subscribe(2, { planId: 'pln_1', amountMinor: 100 })
  })

  it('searches name and description, filters by status and sorts; equal ones by name', async () => {
    expect(await names({})).toEqual(['Weekly', 'Daily Cup', 'Ten a Month'])
    expect(await names({ sort: 'active' })).toEqual(['Daily Cup', 'Weekly', 'Ten a Month'])
    expect(await names({ sort: 'name', order: 'asc' })).toEqual(['Daily Cup', 'Ten a Month', 'Weekly'])
    expect(await names({ sort: 'updated' })).toEqual(['Weekly', 'Daily Cup', 'Ten a Month'])
    expect(await names({ sort: 'perDrink', order: 'asc' })).toEqual(['Daily Cup', 'Ten a Month', 'Weekly'])
    expect(await names({ q: ' cup ' })).toEqual(['Daily Cup', 'Ten a Month'])
    expect(await names({ status: 'inactive' })).toEqual(['Ten a Month'])
    expect((await list({ q: 'nothing' })).total).toBe(3)
  })

  it('says why no one may change plans of an archived merchant', async () => {
    await insertMerchant(services, { id: 'mer_c', status: 'archived' })
    const admin = await asAdmin(services)
    expect((await list({ merchantId: 'mer_c' }, admin)).lockedReason).toContain('archived')
    expect((await list({}, admin)).lockedReason).toBeNull()
  })

  it('answers another merchant like a missing one', async () => {
    for (const wanted of ['mer_b', 'mer_missing'])
      await expect(list({ merchantId: wanted })).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'MERCHANT' })
    await expect(list({ merchantId: 'mer_missing' }, await asAdmin(services))).rejects.toMatchObject({
      reason: 'MERCHANT',
    })
  })
})

describe('one plan', () => {
  it('§7 is the same by its own id and under its merchant, and for a merchant in set-up too', async () => {
    const { id } = await insertPlan(services, { merchantId })
    const inSetup = await asOwner(services, [], { ownMerchantIds: [merchantId] })
    for (const actor of [viewer, inSetup]) {
      const ctx = contextAs(services, actor)
      const plan = planRecordSchema.parse(await getPlan(ctx, { planId: id }))
      expect(plan).toEqual(await getPlanOfMerchant(ctx, { merchantId, planId: id }))
    }
  })

  it('of another merchant is answered like a missing one at both endpoints', async () => {
    const foreign = await insertPlan(services, { merchantId: 'mer_b' })
    const ctx = contextAs(services, viewer)
    const missing = await getPlan(ctx, { planId: 'pln_missing' }).catch((error: unknown) => error)
    expect(missing).toMatchObject({ code: 'NOT_FOUND', reason: 'PLAN' })
    const nested = (planId: string) => getPlanOfMerchant(ctx, { merchantId, planId }).catch((error: unknown) => error)
    expect(await getPlan(ctx, { planId: foreign.id }).catch((error: unknown) => error)).toEqual(missing)
    expect(await nested(foreign.id)).toEqual(missing)
    expect(await nested('pln_missing')).toEqual(missing)
  })

  it('names whom a deletion would meet, masked and at most ten', async () => {
    const { id } = await insertPlan(services, { merchantId })
    const ana = await asUser(services, { displayName: 'Ana Perez', role: 'customer' }, [])
    await subscribe(1, { planId: id, userId: ana.userId, status: 'trialing', createdAt: ago(1) })
    await subscribe(11, { planId: id })
    await subscribe(2, { planId: id, status: 'canceled' })
    const hit = await readPlanSubscribers(contextAs(services, viewer), { merchantId, planId: id })
    expect(hit).toMatchObject({
      byStatus: { active: 11, trialing: 1, past_due: 0, canceled: 2 },
      running: 12,
      deletable: false,
    })
    expect(hit.names).toHaveLength(10)
    expect(hit.names[0]).toBe('Ana P.')
  })

  it('says of the last plan for sale of a live merchant that sales end with it', async () => {
    await insertMerchant(services, { id: 'mer_live', status: 'active', isLive: true })
    const add = (active: boolean) =>
      insertPlan(services, { merchantId: 'mer_live', active, prices: [{ amountMinor: 2_900 }] })
    const [last, inactive] = [await add(true), await add(false)]
    const ctx = contextAs(services, await asAdmin(services))
    const endsSales = async (planId: string) =>
      (await readPlanSubscribers(ctx, { merchantId: 'mer_live', planId })).endsSales
    expect([await endsSales(last.id), await endsSales(inactive.id)]).toEqual([true, false])
    await add(true)
    expect(await endsSales(last.id)).toBe(false)
  })

  it('previews a change of prices from what people pay, for those who may change it', async () => {
    const plan = await insertPlan(services, { merchantId, prices: [{ amountMinor: 2_900 }] })
    await subscribe(10, { planId: plan.id })
    await subscribe(2, { planId: plan.id, status: 'past_due' })
    await drink(29, { planId: plan.id })
    const prices = [
      {
        id: plan.prices[0]?.id,
        amountMinor: 3_200,
        currency: 'usd',
        interval: 'month' as const,
        intervalCount: 1,
        active: true,
      },
    ]
    const input = { merchantId, planId: plan.id, prices }
    await expect(readPriceImpact(contextAs(services, viewer), input)).rejects.toMatchObject({ reason: 'ROLE' })
    const owner = await asOwner(services, [merchantId])
    expect(await readPriceImpact(contextAs(services, owner), input)).toMatchObject({
      keptSubscribers: 12,
      changes: [{ subscribers: 12, mayLose: 0 }],
      revenue: [{ nowMinor: 29_000, ifOnlyNewPayMinor: 29_000, ifAllMovedMinor: 32_000, changeMinor: 3_000 }],
      perDrink: { now: [{ amountMinor: 1_000 }], ifAllMoved: [{ amountMinor: 1_103 }] },
    })
  })
})
