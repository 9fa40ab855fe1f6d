import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { insertUsers } from '@quaff/features/users/testing/user-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listSubscriptionsInput, subscriptionRowSchema, subscriptionsByPlanInput } from '../contract'
import { countSubscriptions, listSubscriptions, listSubscriptionsByPlan } from './read-subscriptions'
import { removeSubscriptions } from './subscription-document'
import { writeSubscriptions, type SubscriptionWrite } from './write-subscriptions'

let services: TestServices
let admin: UserActor
let owner: UserActor
const day = (number: number) => new Date(Date.UTC(2026, 0, number))

const ask = (input: object = {}, actor = admin) =>
  listSubscriptions(contextAs(services, actor), listSubscriptionsInput.parse(input))
const idsOf = async (input: object, actor = admin) => (await ask(input, actor)).rows.map(({ id }) => id)
const byPlan = (input: object = {}, actor = admin) =>
  listSubscriptionsByPlan(contextAs(services, actor), subscriptionsByPlanInput.parse(input))
const row = (details: Partial<SubscriptionWrite> & { id: string }): SubscriptionWrite => ({
  merchantId: 'mer_own',
  status: 'active',
  amountMinor: 2_900,
  createdAt: day(1),
  updatedAt: day(1),
  ...details,
})

beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
  owner = await asOwner(services, ['mer_own', 'mer_gone'])
  await insertMerchants(services, [
    { id: 'mer_own', name: 'Bean There' },
    { id: 'mer_other', name: 'Also Here' },
    { id: 'mer_empty', name: 'Empty' },
  ])
  await insertPlan(services, { id: 'pln_1', merchantId: 'mer_own', name: 'Daily Cup' })
  await insertPlan(services, { id: 'pln_2', merchantId: 'mer_other', name: 'Weekly' })
  await insertUsers(services, [
    { id: 'usr_ana', displayName: 'Ana Pereira', email: 'ana@people.test' },
    { id: 'usr_bo', displayName: null, email: 'bo_100%@people.test' },
    { id: 'usr_no', displayName: null, email: 'made-up@placeholder.test', emailIsPlaceholder: true },
  ])
  await inTransaction(services, (tx) =>
    writeSubscriptions(services, tx, [
      row({ id: 'sub_a', planId: 'pln_1', userId: 'usr_ana', createdAt: day(1) }),
      row({ id: 'sub_b', planId: 'pln_1', userId: 'usr_bo', createdAt: day(5), status: 'trialing', interval: 'year' }),
      row({
        id: 'sub_c',
        merchantId: 'mer_other',
        planId: 'pln_2',
        userId: 'usr_ana',
        createdAt: day(3),
        currency: 'eur',
      }),
      row({ id: 'sub_d', planId: 'pln_gone', createdAt: day(4), status: 'past_due' }),
      row({ id: 'sub_e', merchantId: 'mer_other', userId: 'usr_no', createdAt: null, status: 'canceled' }),
    ]),
  )
})

describe('the list', () => {
  it('§7 is newest first, rows without a date last, with the recorded and the monthly price', async () => {
    const page = await ask()
    expect(page.rows.map(({ id }) => id)).toEqual(['sub_b', 'sub_d', 'sub_c', 'sub_a', 'sub_e'])
    expect(page).toMatchObject({ total: 5, hasMore: false, nextCursor: null })
    expect(page.rows[0]).toMatchObject({ amount: 2_900, interval: 'year', monthlyAmount: 242, currency: 'usd' })
    expect(page.rows[2]).toMatchObject({ merchantName: 'Also Here', currency: 'eur', subscriberName: 'Ana Pereira' })
    expect(page.rows[4]?.createdAt).toEqual(new Date(0))
  })

  it('§8 shows deleted records as unknown', async () => {
    expect((await ask({ planId: 'pln_gone' })).rows).toMatchObject([
      { planName: 'Unknown Plan', subscriberName: null, email: null, userId: null },
    ])
  })

  it('§G29 never shows a placeholder email', async () => {
    expect((await ask({ status: 'canceled' })).rows).toMatchObject([{ email: null, userId: 'usr_no' }])
  })

  it('has no row twice or missing across pages, whatever is written between them', async () => {
    const first = await ask({ limit: 2 })
    await inTransaction(services, (tx) => writeSubscriptions(services, tx, [row({ id: 'sub_new', createdAt: day(9) })]))
    const second = await ask({ limit: 2, cursor: first.nextCursor })
    const third = await ask({ limit: 2, cursor: second.nextCursor })
    expect([first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual([
      'sub_b',
      'sub_d',
      'sub_c',
      'sub_a',
      'sub_e',
    ])
    await inTransaction(services, (tx) => removeSubscriptions(services, tx, ['sub_new']))
  })

  it('§G27 reports more rows when the page is exactly full, so the next page may be empty', async () => {
    const full = await ask({ limit: 5 })
    expect([full.rows.length, full.hasMore]).toEqual([5, true])
    expect(await ask({ limit: 5, cursor: full.nextCursor })).toMatchObject({ rows: [], hasMore: false })
  })

  it('refuses a cursor of another list', async () => {
    await expect(ask({ cursor: 'bm8' })).rejects.toMatchObject({ code: 'BAD_REQUEST', reason: 'CURSOR' })
  })

  it('contains the named fields only', async () => {
    const [first] = (await ask()).rows
    expect(Object.keys(first ?? {}).sort()).toEqual(Object.keys(subscriptionRowSchema.shape).sort())
  })
})

describe('filters', () => {
  it.each([
    [{ status: 'active' }, ['sub_c', 'sub_a'], 2],
    [{ merchantId: 'mer_own' }, ['sub_b', 'sub_d', 'sub_a'], 3],
    [{ merchantId: 'mer_own', status: 'active' }, ['sub_a'], 1],
    [{ planId: 'pln_1' }, ['sub_b', 'sub_a'], 2],
    [{ createdFrom: day(3), createdTo: day(4) }, ['sub_d', 'sub_c'], 2],
    [{ q: 'ANA P' }, ['sub_c', 'sub_a'], 2],
    [{ q: '_100%' }, ['sub_b'], 1],
    [{ q: ' sub_e ' }, ['sub_e'], 1],
    [{ q: 'usr_ana' }, ['sub_c', 'sub_a'], 2],
    [{ q: 'sub_b', merchantId: 'mer_other' }, [], 0],
    [{ q: '"Ana Pereira" <ana@people.test>' }, ['sub_c', 'sub_a'], 2],
    [{ q: 'unknown at all' }, [], 0],
    [{ q: '  ' }, ['sub_b', 'sub_d', 'sub_c', 'sub_a', 'sub_e'], 5],
    [{ merchantId: 'mer_empty' }, [], 0],
  ])('§7 %j find %j', async (input, ids, total) => {
    const page = await ask(input)
    expect(page.rows.map(({ id }) => id)).toEqual(ids)
    expect(page.total).toBe(total)
  })
})

describe('counts', () => {
  it('§4 §7 are by status, for everything or one merchant', async () => {
    expect(await countSubscriptions(contextAs(services, admin), {})).toEqual({
      all: 5,
      active: 2,
      trialing: 1,
      past_due: 1,
      canceled: 1,
    })
    expect(await countSubscriptions(contextAs(services, admin), { merchantId: 'mer_other' })).toEqual({
      all: 2,
      active: 1,
      trialing: 0,
      past_due: 0,
      canceled: 1,
    })
    expect(await countSubscriptions(contextAs(services, owner), {})).toMatchObject({ all: 3 })
  })
})

describe('by plan', () => {
  it('§7 are the newest N of each plan with its counts, by merchant and plan', async () => {
    const { rows } = await byPlan({ newest: 1 })
    expect(
      rows.filter(({ planId }) => planId).map(({ planId, newest }) => [planId, newest.map(({ id }) => id)]),
    ).toEqual([
      ['pln_2', ['sub_c']],
      ['pln_1', ['sub_b']],
    ])
    expect(rows[1]?.counts).toEqual({ all: 2, active: 1, trialing: 1, past_due: 0, canceled: 0 })
    expect(subscriptionsByPlanInput.parse({})).toMatchObject({ newest: 10 })
  })

  it('have pages, and cover own merchants only', async () => {
    const first = await byPlan({ limit: 1 })
    const second = await byPlan({ limit: 1, cursor: first.nextCursor })
    expect([...first.rows, ...second.rows].map(({ planId }) => planId)).toEqual(['pln_2', 'pln_1'])
    expect((await byPlan({}, owner)).rows.map(({ planId }) => planId)).toEqual(['pln_1', null])
    expect((await byPlan({ merchantId: 'mer_empty' })).rows).toEqual([])
  })

  it('§7 show subscriptions of deleted plans after the last plan, by merchant, as "Unknown Plan"', async () => {
    const first = await byPlan({ limit: 1 })
    expect([first.total, first.hasMore]).toEqual([2, true])
    const { rows, total, hasMore } = await byPlan()
    expect([total, hasMore]).toEqual([4, false])
    const gone = rows.slice(2)
    expect(
      gone.map(({ planId, planName, merchantName, newest }) => [planId, planName, merchantName, newest[0]?.id]),
    ).toEqual([
      [null, 'Unknown Plan', 'Also Here', 'sub_e'],
      [null, 'Unknown Plan', 'Bean There', 'sub_d'],
    ])
    expect(gone[0]?.counts).toEqual({ all: 1, active: 0, trialing: 0, past_due: 0, canceled: 1 })
    expect(gone[1]?.counts).toMatchObject({ all: 1, past_due: 1 })
    expect(
      (await byPlan({ merchantId: 'mer_own' }, owner)).rows.map(({ newest }) => newest.map(({ id }) => id)),
    ).toEqual([['sub_b', 'sub_a'], ['sub_d']])
  })
})

describe('who may read them', () => {
  it('§6 merchant roles: their own merchants, with masked names and nothing that identifies a person', async () => {
    for (const actor of [owner, await asViewer(services, ['mer_own'])]) {
      const { rows, total } = await ask({}, actor)
      expect(total).toBe(3)
      expect(rows.map(({ id, subscriberName, email, userId }) => [id, subscriberName, email, userId])).toEqual([
        ['sub_b', null, null, null],
        ['sub_d', null, null, null],
        ['sub_a', 'Ana P.', null, null],
      ])
    }
  })

  it('merchant roles search for what they see of a person, and only administrators for more', async () => {
    expect(await idsOf({ q: 'ana' }, owner)).toEqual(['sub_a'])
    expect(await idsOf({ q: 'Ana P.' }, owner)).toEqual(['sub_a'])
    expect(await idsOf({ q: 'sub_a' }, owner)).toEqual(['sub_a'])
    for (const hidden of ['Pereira', 'test', '@', 'a', 'usr_ana'])
      expect([hidden, await idsOf({ q: hidden }, owner)]).toEqual([hidden, []])
    expect((await ask({ q: 'ana' }, owner)).total).toBe(1)
  })

  it('a foreign or deleted merchant is reported as missing', async () => {
    for (const merchantId of ['mer_other', 'mer_missing', 'mer_gone'])
      await expect(ask({ merchantId }, owner)).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'MERCHANT' })
    await expect(ask({ merchantId: 'mer_missing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('custom roles: nothing; users without a merchant: an empty list', async () => {
    const custom = await asCustomRole(services)
    await expect(ask({}, custom)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(byPlan({}, custom)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(countSubscriptions(contextAs(services, custom), {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const noOne = await asViewer(services, [])
    expect(await idsOf({}, noOne)).toEqual([])
    expect((await byPlan({}, noOne)).total).toBe(0)
  })
})
