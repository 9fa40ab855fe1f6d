import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { redemptions } from '@quaff/features/redemptions/tables'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction, type KeyActor } from '@quaff/platform/server'
import { anonymous } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { DecideInput } from '../redemption-check-contract'
import { decideRedemption } from './decide-redemption'
import { merchantPromotions } from './tables'

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
  userId = await newcomer()
})

const newcomer = async () => (await insertUser(services, { role: 'customer' })).id
const day = (days: number) => new Date(services.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const run = (metadata: Record<string, unknown> = {}, details: Partial<typeof merchantPromotions.$inferInsert> = {}) =>
  services.db
    .insert(merchantPromotions)
    .values({
      merchantId: 'mer_1',
      promotionId: 'first_drink_free',
      enabled: true,
      metadata,
      updatedAt: services.clock.now(),
      ...details,
    })
function ask(details: Partial<DecideInput> = {}, by = key) {
  const input = { userId, merchantId: 'mer_1', ...details }
  return decideRedemption(contextAs(services, anonymous), by, `request-${(requested += 1)}`, input)
}
const answerTo = async (details?: Partial<DecideInput>, by?: KeyActor) => {
  const answer = await ask(details, by)
  return answer.decision === 'accepted' ? 'accepted' : answer.reason
}
const subscribe = (status: 'active' | 'canceled') =>
  inTransaction(services, (tx) =>
    writeSubscriptions(services, tx, [
      {
        id: 'sub_1',
        merchantId: 'mer_1',
        userId,
        status,
        createdAt: new Date(`${day(-40)}T00:00:00Z`),
        updatedAt: services.clock.now(),
        currentPeriodStart: new Date(`${day(-5)}T00:00:00Z`),
        currentPeriodEnd: new Date(`${day(25)}T00:00:00Z`),
      },
    ]),
  )

describe('§0045 a first drink', () => {
  it('is given to anyone who is new, once, and is on record as what it is', async () => {
    await run()
    expect(await ask({ locationId: 'loc_1', method: 'qr' })).toMatchObject({
      decision: 'accepted',
      redemption: { merchantId: 'mer_1', locationId: 'loc_1', planId: null, subscriptionId: null },
      left: null,
      promotions: ['first_drink_free'],
    })
    expect(await services.db.select().from(redemptions)).toMatchObject([{ userId, method: 'first_drink_free' }])
    expect(await answerTo()).toBe('NO_PASS')
  })

  it('is for no one where the promotion does not run today', async () => {
    expect(await answerTo()).toBe('NO_PASS')
    await run({}, { enabled: false, metadata: null })
    expect(await answerTo()).toBe('NO_PASS')
    for (const metadata of [{ startsOn: day(1) }, { endsOn: day(-1) }]) {
      await services.db.update(merchantPromotions).set({ enabled: true, metadata })
      expect(await answerTo()).toBe('NO_PASS')
    }
    await services.db.update(merchantPromotions).set({ metadata: { startsOn: day(0), endsOn: day(0) } })
    expect(await answerTo()).toBe('accepted')
  })

  it('is not for someone who has or had a pass, nor for a pass that is not there', async () => {
    await run()
    expect(await answerTo({ subscriptionId: 'sub_gone' })).toBe('NO_PASS')
    await subscribe('canceled')
    expect(await answerTo()).toBe('CANCELED')
  })

  it('needs an account and a venue that are in order, and uses nothing up without them', async () => {
    await run({ limitTotal: 1 })
    await services.db.update(users).set({ status: 'suspended' })
    expect(await answerTo()).toBe('ACCOUNT_SUSPENDED')
    await services.db.update(users).set({ status: 'active' })
    await services.db.update(merchants).set({ isLive: false })
    expect(await answerTo()).toBe('VENUE_NOT_LIVE')
    await services.db.update(merchants).set({ isLive: true })
    expect(await answerTo({ locationId: 'loc_gone' })).toBe('UNKNOWN_LOCATION')
    expect(await answerTo({}, { ...key, merchantIds: ['mer_2'] })).toBe('VENUE_UNKNOWN')
    expect(await answerTo({}, { ...key, merchantIds: ['mer_1'] })).toBe('accepted')
  })

  it('keeps both limits when twenty ask at once', async () => {
    await run({ limitTotal: 3 })
    const people = await Promise.all(Array.from({ length: 10 }, newcomer))
    const answers = await Promise.all([...people, ...people].map((id) => answerTo({ userId: id })))
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(3)
    expect(await services.db.$count(redemptions)).toBe(3)
  })

  it('may be given twice to one person where the details say so', async () => {
    await run({ limitPerCustomer: 2 })
    expect([await answerTo(), await answerTo(), await answerTo()]).toEqual(['accepted', 'accepted', 'NO_PASS'])
  })
})

describe('§0045 what runs at the venue', () => {
  it('is part of each response, for the plan of the subscription', async () => {
    await subscribe('active')
    await run({}, { promotionId: 'early_bird' })
    await run({ planIds: ['pln_other'] }, { promotionId: 'happy_hour' })
    await run({ endsOn: day(-1) }, { promotionId: 'refer_a_friend' })
    const { decision, promotions } = await ask()
    expect([decision, promotions]).toEqual(['refused', ['early_bird', 'happy_hour']])
  })
})
