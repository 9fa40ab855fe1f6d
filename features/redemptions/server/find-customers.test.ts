import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { scopeToMerchant } from '@quaff/features/sessions/server'
import { maskName } from '@quaff/features/subscriptions/rules'
import { writeSubscriptions, type SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { insertUser, type UserDetails } from '@quaff/features/users/testing/user-factory'
import { inTransaction, rateLimits, type UserActor } from '@quaff/platform/server'
import { searchText } from '@quaff/platform/shared/search-text'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { planOf } from '@quaff/platform/testing/query-plan'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { customerSchema, foundCustomersSchema } from '../scan-contract'
import { listRedemptions } from '../usage/server/read-redemptions'
import { voidRedemption } from '../usage/server/void-redemption'
import { listCustomersByCode, listCustomersByName } from './customer-store'
import { findCustomers, getCustomer } from './find-customers'
import { writeRedemptions, type RedemptionWrite } from './write-redemptions'

let services: TestServices
let owner: UserActor
let now: Date
const merchantId = 'mer_own'
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const daysAgo = (days: number) => minutesAgo(days * 24 * 60)

async function subscribe(displayName: string | null, change: Partial<SubscriptionWrite> = {}, user: UserDetails = {}) {
  const userId = change.userId ?? (await insertUser(services, { displayName, ...user })).id
  const row = {
    id: services.ids.newId('sub'),
    merchantId,
    planId: 'pln_1',
    userId,
    status: 'active',
    createdAt: daysAgo(40),
    updatedAt: daysAgo(40),
    currentPeriodStart: daysAgo(5),
    currentPeriodEnd: daysAgo(-25),
    ...change,
  }
  await inTransaction(services, (tx) => writeSubscriptions(services, tx, [row]))
  return { subscriptionId: row.id, userId }
}
const drink = async (userId: string, change: Partial<RedemptionWrite> = {}) => {
  const redemption = {
    id: services.ids.newId('red'),
    merchantId,
    locationId: 'loc_1',
    planId: 'pln_1',
    userId,
    redeemedAt: minutesAgo(30),
    ...change,
  }
  await inTransaction(services, (tx) => writeRedemptions(services, tx, [redemption]))
  return { redemptionId: redemption.id, redeemedAt: redemption.redeemedAt }
}
const find = (input: { name?: string; code?: string } = {}, actor: UserActor = owner) =>
  findCustomers(contextAs(services, actor), { merchantId, ...input })
const namesOf = async (name: string) => (await find({ name })).customers.map((one) => one.name)
const open = (subscriptionId: string, actor: UserActor = owner) =>
  getCustomer(contextAs(services, actor), { merchantId, subscriptionId })

beforeEach(async () => {
  services = await createTestServices()
  now = services.clock.now()
  await insertMerchant(services, { id: merchantId, name: 'Bean There' })
  await insertMerchant(services, { id: 'mer_other' })
  await insertPlan(services, { id: 'pln_1', merchantId, fields: { allowance: { drinks: 1, per: 'day' } } })
  await insertLocation(services, {
    id: 'loc_1',
    merchantId,
    name: 'Alder Street',
    fields: { timeZone: 'UTC', hours: { daily: '00:00-24:00' } },
  })
  owner = await asOwner(services, [merchantId])
})

describe('a search by name', () => {
  it('finds by first name and initial, from two letters, whatever the accents, the case and the width', async () => {
    await subscribe('Téss Fontaine')
    await subscribe('Tessa Kwan')
    await subscribe('Tim Fox')
    expect(await namesOf('te')).toEqual(['Téss F.', 'Tessa K.'])
    expect(await namesOf('ＴＥＳＳ f')).toEqual(['Téss F.'])
    expect(await namesOf('tess F.')).toEqual(['Téss F.'])
    expect(await namesOf('t')).toEqual([])
    await subscribe('田中 太郎')
    expect(await namesOf('田')).toEqual(['田中 太.'])
    expect(await namesOf('  ')).toEqual([])
    expect(await namesOf('100%')).toEqual([])
  })

  it('reveals no more than the masked name: neither the last name nor the email', async () => {
    await subscribe('Tess Fontaine', {}, { email: 'secret@guest.test' })
    await subscribe('tess@guest.test')
    expect(await namesOf('Tess Fontaine')).toEqual(['Tess F.'])
    expect(await namesOf('Tess Furlong')).toEqual(['Tess F.'])
    expect(await namesOf('Fontaine')).toEqual([])
    expect(await namesOf('secret')).toEqual([])
    expect(await namesOf('tess@')).toEqual([])
    const found = await find({ name: 'tess' })
    expect(foundCustomersSchema.strict().parse(found)).toEqual(found)
    expect(JSON.stringify(found)).not.toMatch(/Fontaine|secret|usr_/)
  })

  it('shows a person once, with the newest pass that is not canceled and the last drink here', async () => {
    const { userId } = await subscribe('Tess Fontaine', { createdAt: daysAgo(90) })
    await subscribe(null, { userId, status: 'canceled', createdAt: daysAgo(1) })
    const second = await subscribe(null, { userId, status: 'past_due', createdAt: daysAgo(20) })
    await subscribe(null, { userId, merchantId: 'mer_other', createdAt: now })
    const { redeemedAt } = await drink(userId)
    await drink(userId, { merchantId: 'mer_other', redeemedAt: minutesAgo(1) })
    expect((await find({ name: 'tess' })).customers).toEqual([
      {
        subscriptionId: second.subscriptionId,
        name: 'Tess F.',
        planName: 'Daily Cup',
        status: 'past_due',
        lastRedeemedAt: redeemedAt,
      },
    ])
  })

  it('finds no customers of another merchant', async () => {
    await subscribe('Tess Fontaine', { merchantId: 'mer_other' })
    expect(await namesOf('tess')).toEqual([])
  })

  it('stops at twenty and says that there are more', async () => {
    for (let count = 0; count < 21; count += 1) await subscribe(`Ana P${count}`)
    const found = await find({ name: 'ana' })
    expect([found.customers.length, found.hasMore]).toEqual([20, true])
  })

  it('compares names in the database like the console does', async () => {
    const names = [
      'Ana',
      'Ana Pérez',
      ' ana \t de la\u00A0Cruz ',
      'Mary\u3000Jane  Watson',
      "D'Arcy O'Neil",
      'ana@guest.test',
      'Ana ana@guest.test',
      '田中 太郎',
      'Zoë ßeta',
      '',
      '🙂 Smile 🙂y',
    ]
    for (const name of names) {
      const { rows } = await services.db.execute<{ stored: string | null }>(
        sql`select search_text(masked_name(${name}::text)) as stored`,
      )
      const masked = maskName(name)
      expect([name, rows[0]?.stored || null]).toEqual([name, masked === null ? null : searchText(masked)])
    }
  })
})

describe('a pass code', () => {
  it('is found as typed, pasted in groups, in capitals and in full width', async () => {
    const { subscriptionId } = await subscribe('Tess Fontaine', { id: 'sub_01jab-Cd9' })
    for (const code of [
      'sub_01jab-Cd9',
      ' SUB 01JA BCD9\n',
      'sub–01ja–bcd9',
      'ｓｕｂ＿０１ｊａｂ－Ｃｄ９',
      'sub01jabcd9',
    ])
      expect([code, (await find({ code })).customers.map((one) => one.subscriptionId)]).toEqual([
        code,
        [subscriptionId],
      ])
    for (const code of ['sub_01jab-Cd', 'Tess', '', '"', 'sub_01jab-Cd9ü'])
      expect([code, (await find({ code })).customers]).toEqual([code, []])
  })

  it('of another merchant gets the answer of an unknown one', async () => {
    const { subscriptionId } = await subscribe('Tess Fontaine', { merchantId: 'mer_other' })
    expect(await find({ code: subscriptionId })).toEqual(await find({ code: 'sub_unknown' }))
    await expect(open(subscriptionId)).rejects.toMatchObject({ reason: 'CUSTOMER' })
    await expect(open('sub_unknown')).rejects.toMatchObject({ reason: 'CUSTOMER' })
  })

  it('can be guessed only so often a minute, by each person', async () => {
    for (let count = 0; count < rateLimits.passCodePerUser.count; count += 1) await find({ code: `sub_${count}` })
    await expect(find({ code: 'sub_1' })).rejects.toMatchObject({ reason: 'RATE_LIMIT' })
    expect((await find({ name: 'tess' })).customers).toEqual([])
    const viewer = await asViewer(services, [merchantId])
    expect((await find({ code: 'sub_1' }, viewer)).customers).toEqual([])
  })
})

it('without a search, the customers of today are shown, the last one first', async () => {
  const [tess, tim, ana] = [await subscribe('Tess F'), await subscribe('Tim F'), await subscribe('Ana F')]
  await drink(tess.userId, { redeemedAt: minutesAgo(3) })
  await drink(tim.userId, { redeemedAt: minutesAgo(1) })
  await drink(tim.userId, { redeemedAt: minutesAgo(5) })
  await drink(ana.userId, { redeemedAt: daysAgo(1) })
  await drink((await insertUser(services, {})).id, { redeemedAt: minutesAgo(2) })
  expect((await find()).customers.map(({ name }) => name)).toEqual(['Tim F.', 'Tess F.'])
})

it('the history is searched by the masked name, for each role', async () => {
  const { userId } = await subscribe('Tess Fontaine')
  const { redemptionId } = await drink(userId)
  await drink((await subscribe('Tim Fox')).userId)
  for (const actor of [owner, await asAdmin(services)]) {
    const listed = async (q: string) => {
      const { rows, total } = await listRedemptions(contextAs(services, actor), { merchantId, q, limit: 20 })
      return [rows.map(({ id }) => id), total]
    }
    expect(await listed('tess f')).toEqual([[redemptionId], 1])
    expect(await listed('Fontaine')).toEqual([[], 0])
    expect(await listed('t')).toEqual([[], 0])
  }
})

describe('a customer', () => {
  it('who can redeem: the answer is that of the scan, with passes and the last drinks', async () => {
    const { subscriptionId, userId } = await subscribe('Tess Fontaine')
    await drink(userId, { redeemedAt: daysAgo(2) })
    await drink(userId, { merchantId: 'mer_other' })
    const customer = await open(subscriptionId)
    expect(customer).toMatchObject({
      name: 'Tess F.',
      scan: { accepted: true, because: null, subscriptionId },
      passes: [{ subscriptionId, planName: 'Daily Cup', allowance: { left: 1 } }],
      redemptions: [{ subscriberName: 'Tess F.', userId: null, locationName: 'Alder Street' }],
    })
    expect(customerSchema.parse(customer)).toEqual(customer)
    expect(JSON.stringify(customer)).not.toContain('Fontaine')
  })

  it('who used up the allowance: a void makes the next scan work', async () => {
    const { subscriptionId, userId } = await subscribe('Tess Fontaine')
    const redemption = await drink(userId, { subscriptionId })
    expect((await open(subscriptionId)).scan).toMatchObject({
      accepted: false,
      because: { reason: 'ALLOWANCE_USED_UP' },
      subscriptionId,
    })
    await voidRedemption(contextAs(services, owner), { ...redemption, reason: 'Scanned twice' })
    const after = await open(subscriptionId)
    expect(after.scan.accepted).toBe(true)
    expect(after.redemptions).toMatchObject([{ status: 'voided', voided: { reason: 'Scanned twice' } }])
  })

  it('with a second pass that serves: the scan works with that one', async () => {
    const { subscriptionId, userId } = await subscribe('Tess Fontaine', { status: 'past_due', createdAt: daysAgo(1) })
    const second = await subscribe(null, { userId })
    expect((await open(subscriptionId)).scan).toEqual({
      accepted: true,
      because: null,
      subscriptionId: second.subscriptionId,
    })
  })

  it('whose account is suspended: a scan is refused, and merchants do not learn why', async () => {
    const { subscriptionId } = await subscribe('Tess Fontaine', {}, { status: 'suspended' })
    const customer = await open(subscriptionId)
    expect(customer.scan).toEqual({ accepted: false, because: null, subscriptionId: null })
    expect(JSON.stringify(customer)).not.toMatch(/suspended/i)
  })

  it('is the same to viewers, and masked to administrators', async () => {
    const { subscriptionId, userId } = await subscribe('Tess Fontaine')
    await drink(userId, { redeemedAt: daysAgo(2) })
    expect(await open(subscriptionId, await asViewer(services, [merchantId]))).toEqual(await open(subscriptionId))
    expect((await open(subscriptionId, await asAdmin(services))).name).toBe('Tess F.')
  })
})

it('names and codes are looked up in their indexes', async () => {
  const scope = scopeToMerchant(owner, merchantId)
  // In an empty table every index is as good.
  for (let guest = 1; guest <= 12; guest += 1) await subscribe(`Guest ${guest}`)
  await services.db.execute(sql`vacuum analyze subscriptions`)
  for (const [query, index] of [
    [listCustomersByName(services.db, scope, 'Tess F.'), 'users_masked_name'],
    [listCustomersByCode(services.db, scope, 'sub01'), 'subscriptions_code'],
  ] as const)
    expect(await planOf(services.db, query, { without: ['seqscan'] })).toContain(index)
})
