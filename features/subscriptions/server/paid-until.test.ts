import { asc } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { cancelSubscription } from './change-ending'
import { chargeLateStates } from './record-changes'
import { subscriptionCharges, subscriptions } from './tables'
import { writeSubscriptions, writeSubscriptionStates, type SubscriptionWrite } from './write-subscriptions'

let services: TestServices
const day = (date: string) => new Date(`2026-${date}T08:00:00Z`)
const cutOver = day('10-15')
/** The export's current period, which the old system paid out. */
const imported: SubscriptionWrite = {
  id: 'sub_1',
  merchantId: 'mer_a',
  planId: null,
  userId: 'usr_1',
  status: 'active',
  amountMinor: 900,
  createdAt: day('01-05'),
  updatedAt: day('10-05'),
  currentPeriodStart: day('10-05'),
  currentPeriodEnd: day('11-05'),
}

beforeEach(async () => {
  services = await createTestServices()
  services.clock.set(day('10-16'))
  await insertMerchants(services, [{ id: 'mer_a' }])
  await insertUser(services, { id: 'usr_1' })
  await inTransaction(services, (tx) => writeSubscriptions(services, tx, [imported], { paidUntil: cutOver }))
})

const tell = (details: Partial<SubscriptionWrite>) =>
  inTransaction(services, (tx) => writeSubscriptionStates(services, tx, [{ ...imported, ...details }]))
const charged = async () =>
  (await services.db.select().from(subscriptionCharges).orderBy(asc(subscriptionCharges.periodStart))).map(
    ({ periodStart }) => periodStart,
  )

describe('§0044 a period that the previous system paid out', () => {
  it('is not charged when the same period is reported again', async () => {
    await tell({ status: 'past_due', updatedAt: day('10-16') })
    await tell({ status: 'active', amountMinor: 1_900, updatedAt: day('10-17') })
    expect(await services.db.select().from(subscriptions)).toMatchObject([{ amountMinor: 1_900, paidUntil: cutOver }])
    expect(await charged()).toEqual([])
  })

  it('is not charged when it is reported late, or when an administrator cancels at period end', async () => {
    const late = { ...imported, currentPeriodStart: day('09-05'), currentPeriodEnd: day('10-05') }
    await inTransaction(services, (tx) => chargeLateStates(services, tx, [late]))
    const [row] = await services.db.select().from(subscriptions)
    await cancelSubscription(contextAs(services, await asAdmin(services)), {
      subscriptionId: 'sub_1',
      when: 'period_end',
      reason: 'Asked by phone',
      expectedUpdatedAt: row?.updatedAt ?? cutOver,
    })
    expect(await charged()).toEqual([])
  })

  it('does not affect the next period, which is charged once for any order of events', async () => {
    services.clock.set(day('12-06'))
    const renewed = (start: string, end: string) => ({
      currentPeriodStart: day(start),
      currentPeriodEnd: day(end),
      updatedAt: day(start),
    })
    await tell(renewed('12-05', '12-20'))
    await inTransaction(services, (tx) =>
      chargeLateStates(services, tx, [{ ...imported, ...renewed('11-05', '12-05') }]),
    )
    await tell({ ...renewed('12-05', '12-20'), updatedAt: day('12-06') })
    expect(await charged()).toEqual([day('11-05'), day('12-05')])
  })

  it('does not shrink with a later import, but may grow', async () => {
    const again = (paidUntil: Date, updatedAt: Date) =>
      inTransaction(services, (tx) => writeSubscriptions(services, tx, [{ ...imported, updatedAt }], { paidUntil }))
    await again(day('10-01'), day('10-16'))
    expect(await services.db.select().from(subscriptions)).toMatchObject([{ paidUntil: cutOver }])
    await again(day('11-01'), day('10-17'))
    expect(await services.db.select().from(subscriptions)).toMatchObject([{ paidUntil: day('11-01') }])
    expect(await charged()).toEqual([])
  })
})
