import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { writeRedemptions, type RedemptionWrite } from '@quaff/features/redemptions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { subscriptionRecordSchema } from '../contract'
import { getSubscription } from './get-subscription'
import { subscriptionCharges, subscriptionEvents, subscriptions } from './tables'

let services: TestServices
let admin: UserActor
let owner: UserActor
const now = new Date('2026-03-20T12:00:00Z')
const day = (number: number) => new Date(Date.UTC(2026, 0, number))

const ask = (subscriptionId: string, actor = admin) => getSubscription(contextAs(services, actor), { subscriptionId })

type Row = typeof subscriptions.$inferInsert
async function insert(details: Partial<Row> = {}): Promise<string> {
  const id = services.ids.newId('sub')
  await services.db
    .insert(subscriptions)
    .values({
      id,
      merchantId: 'mer_own',
      planId: 'pln_1',
      userId: 'usr_ana',
      status: 'active',
      amountMinor: 34_800,
      currency: 'EUR',
      interval: 'year',
      monthlyMinor: 2_900,
      billingCurrency: 'eur',
      createdAt: day(1),
      updatedAt: day(2),
      currentPeriodStart: day(1),
      currentPeriodEnd: day(366),
      ...details,
    })
  return id
}
const event = (subscriptionId: string, details: Partial<typeof subscriptionEvents.$inferInsert>) =>
  services.db
    .insert(subscriptionEvents)
    .values({ id: services.ids.newId('sev'), subscriptionId, kind: 'started', occurredAt: day(1), ...details })

beforeAll(async () => {
  services = await createTestServices()
  services.clock.set(now)
  admin = await asAdmin(services)
  owner = await asOwner(services, ['mer_own'])
  await insertMerchants(services, [{ id: 'mer_own', name: 'Bean There' }, { id: 'mer_other' }])
  await insertPlan(services, { id: 'pln_1', merchantId: 'mer_own', name: 'Daily Cup' })
  await insertUser(services, { id: 'usr_ana', displayName: 'Ana Pereira', email: 'ana@people.test' })
})

describe('one subscription', () => {
  it('shows the recorded and the monthly price, its period, plan, merchant and person', async () => {
    const record = await ask(await insert({ cancelAtPeriodEnd: true, cancelReason: 'Moves away' }))
    expect(record).toMatchObject({
      amount: 34_800,
      currency: 'eur',
      interval: 'year',
      monthlyAmount: 2_900,
      isPriced: true,
      merchantName: 'Bean There',
      planName: 'Daily Cup',
      subscriberName: 'Ana Pereira',
      email: 'ana@people.test',
      cancelAtPeriodEnd: true,
      currentPeriodEnd: day(366),
      cancelReason: 'Moves away',
    })
    expect(Object.keys(record).sort()).toEqual(Object.keys(subscriptionRecordSchema.shape).sort())
  })

  it('says that no price was recorded instead of 0', async () => {
    expect(await ask(await insert({ amountMinor: null, currency: null }))).toMatchObject({ amount: 0, isPriced: false })
  })

  it('has the newest 24 charges, in their own currency, and their total number', async () => {
    const id = await insert()
    await services.db
      .insert(subscriptionCharges)
      .values(
        Array.from({ length: 26 }, (_, index) => ({
          subscriptionId: id,
          periodStart: day(1 + 7 * index),
          periodEnd: day(8 + 7 * index),
          merchantId: 'mer_own',
          amountMinor: 100 + index,
          currency: index === 25 ? 'usd' : 'eur',
          recordedAt: day(1 + 7 * index),
        })),
      )
    const { charges, chargeCount } = await ask(id)
    expect([charges.length, chargeCount]).toEqual([24, 26])
    expect(charges[0]).toEqual({
      periodStart: day(176),
      periodEnd: day(183),
      amount: 125,
      listAmount: null,
      corrected: 0,
      currency: 'usd',
      recordedAt: day(176),
      hold: null,
    })
    expect(charges.at(-1)?.amount).toBe(102)
  })
})

describe('its history', () => {
  it('has the recorded events, newest first, with who did it', async () => {
    const id = await insert()
    await event(id, {})
    await event(id, { kind: 'plan_changed', occurredAt: day(3), details: { from: 'pln_gone', to: 'pln_1' } })
    await event(id, { kind: 'cancel_scheduled', occurredAt: day(5), actorId: admin.userId, details: { reason: 'Ask' } })
    const { history, isHistoryRecorded } = await ask(id)
    expect(isHistoryRecorded).toBe(true)
    expect(history.map(({ kind, at, by, details }) => [kind, at, by, details])).toEqual([
      ['cancel_scheduled', day(5), expect.stringMatching(/\S/), { reason: 'Ask' }],
      ['plan_changed', day(3), null, { from: 'Unknown Plan', to: 'Daily Cup' }],
      ['started', day(1), null, {}],
    ])
  })

  it('is derived from the subscription if nothing was recorded', async () => {
    const { history, isHistoryRecorded } = await ask(await insert({ status: 'canceled', canceledBy: 'usr_gone' }))
    expect(isHistoryRecorded).toBe(false)
    expect(history.map(({ kind, at, by }) => [kind, at, by])).toEqual([
      ['canceled', day(2), 'Unknown'],
      ['started', day(1), null],
    ])
  })
})

describe('its redemptions of the last 30 days', () => {
  it('are the completed ones of this subscription, or of its plan if they name no subscription', async () => {
    const id = await insert()
    const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
    const drink = (details: Partial<RedemptionWrite>): RedemptionWrite => ({
      id: services.ids.newId('red'),
      merchantId: 'mer_own',
      userId: 'usr_ana',
      planId: 'pln_1',
      redeemedAt: daysAgo(2),
      status: 'completed',
      ...details,
    })
    await inTransaction(services, (tx) =>
      writeRedemptions(services, tx, [
        drink({ subscriptionId: id }),
        drink({ subscriptionId: id, redeemedAt: daysAgo(30) }),
        drink({}),
        drink({ planId: 'pln_other' }),
        drink({ subscriptionId: 'sub_other' }),
        drink({ subscriptionId: id, status: 'voided' }),
        drink({ subscriptionId: id, redeemedAt: daysAgo(32) }),
        drink({ subscriptionId: id, userId: 'usr_other' }),
      ]),
    )
    expect((await ask(id)).recentRedemptions).toBe(3)
  })

  it('are unknown if the subscriber is unknown', async () => {
    expect((await ask(await insert({ userId: null }))).recentRedemptions).toBeNull()
  })
})

describe('who may read it', () => {
  it('§0039 merchant roles, without email, reasons and names of administrators', async () => {
    const id = await insert({ cancelReason: 'Secret of Ana', canceledBy: admin.userId, status: 'canceled' })
    await event(id, { kind: 'canceled', actorId: admin.userId, details: { from: 'active', reason: 'Secret of Ana' } })
    for (const actor of [owner, await asViewer(services, ['mer_own'])]) {
      const record = await ask(id, actor)
      expect(record).toMatchObject({ subscriberName: 'Ana P.', email: null, userId: null, cancelReason: null })
      expect(record.history).toMatchObject([{ kind: 'canceled', by: null, details: { from: 'active' } }])
      expect(JSON.stringify(record)).not.toContain('Secret')
    }
  })

  it('no user of another merchant, who gets the same answer as for a missing one', async () => {
    const id = await insert({ merchantId: 'mer_other' })
    const refusal = { code: 'NOT_FOUND', reason: 'SUBSCRIPTION' }
    await expect(ask(id, owner)).rejects.toMatchObject(refusal)
    await expect(ask('sub_missing')).rejects.toMatchObject(refusal)
    await expect(ask(id, await asCustomRole(services))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
