import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { writeSubscriptions, type SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { insertUser, type UserDetails } from '@quaff/features/users/testing/user-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { explanationSchema } from '../scan-contract'
import { explainCustomer } from './explain-customer'
import { writeRedemptions, type RedemptionWrite } from './write-redemptions'

let services: TestServices
let admin: UserActor
let now: Date
const merchantId = 'mer_own'
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const daysAgo = (days: number) => minutesAgo(days * 24 * 60)

const ask = (userId: string, actor: UserActor = admin) => explainCustomer(contextAs(services, actor), { userId })
async function subscribe(userId: string, change: Partial<SubscriptionWrite> = {}): Promise<string> {
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
  return row.id
}
const drink = (userId: string, change: Partial<RedemptionWrite> = {}) =>
  inTransaction(services, (tx) =>
    writeRedemptions(services, tx, [
      {
        id: services.ids.newId('red'),
        merchantId,
        locationId: 'loc_1',
        planId: 'pln_1',
        userId,
        redeemedAt: minutesAgo(30),
        ...change,
      },
    ]),
  )
const someone = async (details: UserDetails = {}) => (await insertUser(services, details)).id
const findingsOf = async (userId: string) =>
  (await ask(userId)).passes.map(({ findings }) => findings.map(({ reason }) => reason))

beforeEach(async () => {
  services = await createTestServices()
  now = services.clock.now()
  admin = await asAdmin(services)
  await insertMerchant(services, { id: merchantId, name: 'Bean There' })
  await insertPlan(services, { id: 'pln_1', merchantId, fields: { allowance: { drinks: 2, per: 'day' } } })
  await insertLocation(services, {
    id: 'loc_1',
    merchantId,
    name: 'Alder Street',
    fields: { timeZone: 'UTC', hours: { daily: '00:00-24:00' } },
  })
})

describe('a customer', () => {
  it('without a pass and a redemption: a scan fails', async () => {
    expect(await ask(await someone())).toEqual({
      at: now,
      timeZone: services.settings.timeZone,
      verdict: 'fails',
      findings: [],
      lastRedemption: null,
      passes: [],
      passesTotal: 0,
    })
  })

  it('with a paid pass: a scan succeeds, and shows what is left', async () => {
    const userId = await someone()
    const subscriptionId = await subscribe(userId)
    await drink(userId, { subscriptionId })
    const answer = await ask(userId)
    expect(answer).toMatchObject({
      verdict: 'succeeds',
      lastRedemption: { merchantName: 'Bean There', locationName: 'Alder Street', planName: 'Daily Cup' },
      passes: [
        {
          merchantName: 'Bean There',
          planName: 'Daily Cup',
          allowance: { kind: 'limited', drinks: 2, used: 1, left: 1, per: 'day' },
          findings: [],
          places: [{ name: 'Alder Street', state: 'serves' }],
        },
      ],
    })
    expect(explanationSchema.parse(answer)).toEqual(answer)
  })

  it('whose allowance for today is used up: voided, older and other redemptions do not count', async () => {
    const userId = await someone()
    const subscriptionId = await subscribe(userId)
    await drink(userId, { subscriptionId, status: 'voided' })
    await drink(userId, { subscriptionId, redeemedAt: daysAgo(2) })
    await drink(userId, { subscriptionId: 'sub_else' })
    await drink(await someone(), { subscriptionId })
    await drink(userId, { subscriptionId })
    expect(await findingsOf(userId)).toEqual([[]])
    await drink(userId, { redeemedAt: minutesAgo(20) })
    expect(await findingsOf(userId)).toEqual([['ALLOWANCE_USED_UP']])
  })

  it('who has just redeemed gets a warning, and a scan succeeds', async () => {
    const userId = await someone()
    await drink(userId, { subscriptionId: await subscribe(userId), redeemedAt: minutesAgo(3) })
    expect(await ask(userId)).toMatchObject({
      verdict: 'succeeds',
      passes: [{ findings: [{ reason: 'JUST_REDEEMED' }] }],
    })
  })

  it('whose last redemption was voided sees it, and one in the far future is not the last', async () => {
    const userId = await someone()
    await drink(userId, { redeemedAt: daysAgo(3) })
    await drink(userId, { redeemedAt: daysAgo(2), status: 'voided' })
    await drink(userId, { redeemedAt: daysAgo(-400) })
    expect((await ask(userId)).lastRedemption).toMatchObject({ redeemedAt: daysAgo(2), status: 'voided' })
  })

  it('whose pass ends with its period sees that', async () => {
    const userId = await someone()
    await subscribe(userId, { id: 'sub_ending' })
    await services.db.execute(sql`update subscriptions set cancel_at_period_end = true where id = 'sub_ending'`)
    expect((await ask(userId)).passes).toMatchObject([{ endsWithPeriod: true, verdict: 'succeeds' }])
  })

  it('with several passes has one line each', async () => {
    await insertMerchant(services, { id: 'mer_two', status: 'suspended' })
    const userId = await someone()
    await subscribe(userId, { merchantId: 'mer_two', planId: null, createdAt: daysAgo(1) })
    await subscribe(userId)
    const { verdict, passes } = await ask(userId)
    expect(verdict).toBe('succeeds')
    expect(passes.map((pass) => [pass.merchantId, pass.verdict, pass.findings.map(({ reason }) => reason)])).toEqual([
      ['mer_two', 'fails', ['VENUE_SUSPENDED', 'PLAN_UNKNOWN', 'NO_LOCATION']],
      [merchantId, 'succeeds', []],
    ])
  })

  it('whose account is suspended or erased is refused with every pass', async () => {
    const suspended = await someone({ status: 'suspended' })
    const erased = await someone({ erasedAt: daysAgo(1) })
    for (const userId of [suspended, erased]) await subscribe(userId)
    expect(await ask(suspended)).toMatchObject({ verdict: 'fails', findings: [{ reason: 'ACCOUNT_SUSPENDED' }] })
    expect(await ask(erased)).toMatchObject({ verdict: 'fails', findings: [{ reason: 'ACCOUNT_ERASED' }] })
  })

  it('whose plan was deleted sees what is unknown', async () => {
    const userId = await someone()
    await subscribe(userId, { planId: 'pln_gone', currentPeriodEnd: null })
    expect(await ask(userId)).toMatchObject({
      verdict: 'unknown',
      passes: [{ planName: 'Unknown Plan', allowance: { kind: 'unknown' }, currentPeriodEnd: new Date(0) }],
    })
    expect(await findingsOf(userId)).toEqual([['PERIOD_UNKNOWN', 'PLAN_UNKNOWN']])
  })
})

describe('who may ask', () => {
  it('administrators only', async () => {
    const userId = await someone()
    const others = [await asOwner(services, [merchantId]), await asViewer(services, [merchantId])]
    for (const actor of [...others, await asCustomRole(services)])
      await expect(ask(userId, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('reports a missing person', async () => {
    await expect(ask('usr_missing')).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'USER' })
  })
})
