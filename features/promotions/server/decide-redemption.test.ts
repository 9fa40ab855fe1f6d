import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { findingSchema, unknownReasons } from '@quaff/features/redemptions/scan-contract'
import { redemptionDays, redemptionHours, redemptions } from '@quaff/features/redemptions/tables'
import { writeSubscriptions, type SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction, type KeyActor } from '@quaff/platform/server'
import { anonymous } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { DecideInput } from '../redemption-check-contract'
import { decideRedemption } from './decide-redemption'

let services: TestServices
let userId: string
let requested = 0
const key: KeyActor = {
  kind: 'key',
  keyId: 'key_1',
  name: 'App',
  scopes: ['redemptions:decide'],
  merchantIds: null,
  requestsPerMinute: 600,
}

beforeEach(async () => {
  services = await createTestServices()
  await insertMerchant(services, { id: 'mer_1', isLive: true })
  await insertLocation(services, { id: 'loc_1', merchantId: 'mer_1', fields: {} })
  await insertPlan(services, { id: 'pln_1', merchantId: 'mer_1', fields: { allowance: { drinks: 1, per: 'day' } } })
  userId = (await insertUser(services, { role: 'customer' })).id
  await subscribe()
})

const daysAgo = (days: number) => new Date(services.clock.now().getTime() - days * 86_400_000)
const subscribe = (details: Partial<SubscriptionWrite> = {}) =>
  inTransaction(services, (tx) =>
    writeSubscriptions(services, tx, [
      {
        id: 'sub_1',
        merchantId: 'mer_1',
        planId: 'pln_1',
        userId,
        status: 'active',
        createdAt: daysAgo(40),
        updatedAt: daysAgo(40),
        currentPeriodStart: daysAgo(5),
        currentPeriodEnd: daysAgo(-25),
        ...details,
      },
    ]),
  )
function ask(details: Partial<DecideInput> = {}, { requestKey = `request-${(requested += 1)}`, by = key } = {}) {
  return decideRedemption(contextAs(services, anonymous), by, requestKey, { userId, merchantId: 'mer_1', ...details })
}
const refusedReasons = [...unknownReasons, ...findingSchema.options.map(({ shape }) => shape.reason.value)]
const reasonOf = async (details?: Partial<DecideInput>) => {
  const answer = await ask(details)
  if (answer.decision === 'accepted') return 'accepted'
  expect(refusedReasons).toContain(answer.reason)
  expect(await services.db.$count(redemptions)).toBe(0)
  return answer.reason
}

it('accepts a drink, writes it and says what is left; the next of the day is refused until midnight', async () => {
  expect(await ask({ locationId: 'loc_1' })).toMatchObject({
    decision: 'accepted',
    redemption: { merchantId: 'mer_1', locationId: 'loc_1', planId: 'pln_1', subscriptionId: 'sub_1' },
    left: 0,
  })
  expect(await services.db.select().from(redemptionHours)).toMatchObject([{ merchantId: 'mer_1', count: 1 }])
  const midnight = new Date(services.clock.now())
  midnight.setUTCHours(24, 0, 0, 0)
  expect(await ask()).toEqual({
    decision: 'refused',
    reason: 'ALLOWANCE_USED_UP',
    at: midnight.toISOString(),
    promotions: [],
  })
  services.clock.advance(86_400_000)
  expect(await ask()).toMatchObject({ decision: 'accepted' })
})

it('counts a drink on the day of the merchant, as its figures do', async () => {
  await services.db.update(merchants).set({ timeZone: 'Pacific/Chatham' })
  // Ten minutes before midnight there; the platform's day continues for half a day.
  services.clock.set(new Date('2026-01-05T10:05:00Z'))
  await subscribe()
  expect(await ask()).toMatchObject({ decision: 'accepted' })
  services.clock.advance(5 * 60_000)
  expect(await ask()).toMatchObject({ reason: 'ALLOWANCE_USED_UP', at: '2026-01-05T10:15:00.000Z' })
  services.clock.advance(6 * 60_000)
  expect(await ask()).toMatchObject({ decision: 'accepted' })
  expect(await services.db.select().from(redemptionDays).orderBy(redemptionDays.day)).toMatchObject([
    { day: '2026-01-05', count: 1 },
    { day: '2026-01-06', count: 1 },
  ])
})

describe('refuses', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['PAST_DUE', () => subscribe({ status: 'past_due' })],
    ['CANCELED', () => subscribe({ status: 'canceled' })],
    ['PERIOD_OVER', () => subscribe({ currentPeriodEnd: daysAgo(1) })],
    ['PERIOD_NOT_BEGUN', () => subscribe({ currentPeriodStart: daysAgo(-1) })],
    ['PLAN_UNKNOWN', () => subscribe({ planId: 'pln_gone' })],
    ['VENUE_SUSPENDED', () => services.db.update(merchants).set({ status: 'suspended' })],
    ['ACCOUNT_SUSPENDED', () => services.db.update(users).set({ status: 'suspended' })],
    ['CLOSED_NOW', () => services.db.update(locations).set({ fields: { hours: { daily: 'closed' } } })],
    ['RULE_UNREADABLE', () => services.db.update(subscriptionPlans).set({ fields: { allowance: 'two' } })],
  ])('%s', async (reason, change) => {
    await change()
    expect(await reasonOf()).toBe(reason)
  })

  it('who or what is not on record, or not of this merchant', async () => {
    await insertMerchant(services, { id: 'mer_2', isLive: true })
    await insertLocation(services, { id: 'loc_2', merchantId: 'mer_2' })
    expect(await reasonOf({ userId: 'usr_gone' })).toBe('UNKNOWN_PERSON')
    expect(await reasonOf({ merchantId: 'mer_2' })).toBe('NO_PASS')
    expect(await reasonOf({ subscriptionId: 'sub_gone' })).toBe('NO_PASS')
    expect(await reasonOf({ locationId: 'loc_2' })).toBe('UNKNOWN_LOCATION')
  })

  it('what the key does not reach, in the words of what is not there', async () => {
    expect(await ask({}, { by: { ...key, merchantIds: ['mer_2'] } })).toMatchObject({ reason: 'VENUE_UNKNOWN' })
    expect(await ask({ merchantId: 'mer_gone' })).toMatchObject({ reason: 'VENUE_UNKNOWN', promotions: [] })
  })
})

it('a closed location is closed although another one is open', async () => {
  await insertLocation(services, { id: 'loc_2', merchantId: 'mer_1', fields: { hours: { daily: 'closed' } } })
  expect(await reasonOf({ locationId: 'loc_2' })).toBe('CLOSED_NOW')
  expect(await reasonOf()).toBe('accepted')
})

it('a pass keeps working while the venue has paused sales', async () => {
  await services.db.update(merchants).set({ isLive: false })
  expect(await ask()).toMatchObject({ decision: 'accepted' })
})

it('50 retries at the same time make one redemption, and all are given its answer', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask({}, { requestKey: 'the-same-drink' })))
  const [first] = answers
  expect(first?.decision).toBe('accepted')
  for (const answer of answers) expect(answer).toEqual(first)
  expect(await services.db.$count(redemptions)).toBe(1)
})

it('50 different requests at the same time hand out the one drink that is left', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask()))
  expect(answers.filter(({ decision }) => decision === 'accepted')).toHaveLength(1)
  expect(await services.db.$count(redemptions)).toBe(1)
})

it('the same request key for another question is refused', async () => {
  await ask({}, { requestKey: 'the-same-drink' })
  await expect(ask({ method: 'nfc' }, { requestKey: 'the-same-drink' })).rejects.toMatchObject({
    reason: 'REQUEST_KEY',
  })
})
