import { beforeAll, beforeEach, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { getSubscription } from '../../server/get-subscription'
import { chargeHolds } from '../../server/tables'
import { writeSubscriptions } from '../../server/write-subscriptions'
import { decideOverlap } from './record-charges'

let services: TestServices
let admin: UserActor
const day = (number: number) => new Date(Date.UTC(2026, 2, number))
const write = (start: Date, end: Date) =>
  inTransaction(services, (tx) =>
    writeSubscriptions(services, tx, [
      {
        id: 'sub_1',
        merchantId: 'mer_a',
        status: 'active',
        amountMinor: 2_900,
        createdAt: day(1),
        updatedAt: start,
        currentPeriodStart: start,
        currentPeriodEnd: end,
      },
    ]),
  )
const holds = async (actor = admin) => {
  const { charges } = await getSubscription(contextAs(services, actor), { subscriptionId: 'sub_1' })
  return charges.map(({ hold }) => hold)
}
const decide = (pays: boolean, actor = admin) =>
  decideOverlap(contextAs(services, actor), { subscriptionId: 'sub_1', periodStart: day(15), pays })

beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
  services.clock.set(day(20))
  admin = await asAdmin(services)
  await insertMerchant(services, { id: 'mer_a' })
  await write(day(1), day(32))
  await write(day(15), day(46))
})

it('holds a charge that overlaps another period and shows this to the owner', async () => {
  expect(await holds()).toEqual([{ reason: 'overlap', isFinal: false }, null])
  const owner = await asOwner(services, ['mer_a'])
  expect(await holds(owner)).toEqual([{ reason: 'overlap', isFinal: false }, null])
  await expect(decide(true, owner)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

it.each([
  [true, null],
  [false, { reason: 'overlap', isFinal: true }],
])('lets an administrator decide once whether it is paid: %s', async (pays, hold) => {
  await decide(pays)
  expect(await holds()).toEqual([hold, null])
  await expect(decide(!pays)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'NO_OPEN_OVERLAP' })
  expect((await services.db.select().from(adminAuditLogs)).map(({ action }) => action)).toContain('decide_overlap')
})

it('lets an administrator review a charge that was paid out, which can no longer stay unpaid', async () => {
  await services.db.update(chargeHolds).set({ reason: 'paid_overlap' })
  expect(await holds()).toEqual([{ reason: 'paid_overlap', isFinal: false }, null])
  await expect(decide(false)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'PAID_OVERLAP' })
  await decide(true)
  expect(await holds()).toEqual([null, null])
  await expect(decide(true)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'NO_OPEN_OVERLAP' })
})
