import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import { locations } from '@quaff/features/locations/tables'
import { insertAdjustment, insertPayout } from '@quaff/features/payouts/testing/payout-factory'
import { planPrices, subscriptionPlans } from '@quaff/features/plans/tables'
import { merchantPromotions } from '@quaff/features/promotions/tables'
import { redemptions, redemptionTotals } from '@quaff/features/redemptions/tables'
import { insertRefundRow } from '@quaff/features/refunds/testing/refund-factory'
import { reviewSession } from '@quaff/features/sessions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { forgetMerchantHandler } from '@quaff/features/users/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { adminAuditLogs, jobs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertMerchant } from '../testing/merchant-factory'
import { deleteMerchant, forgetMerchantKind } from './delete-merchant'
import { getMerchantImpact } from './read-merchants'
import { merchantApplications, merchants } from './tables'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
})

const insertNamed = async (name: string) => (await insertMerchant(services, { name })).id!
const isThere = async (id: string) => (await services.db.$count(merchants, eq(merchants.id, id))) === 1
const remove = (merchantId: string, confirmName: string, ctx = admin) =>
  deleteMerchant(ctx, { merchantId, version: 1, confirmName })

async function insertSubscription(merchantId: string, status: string): Promise<void> {
  const at = services.clock.now()
  await services.db
    .insert(subscriptions)
    .values({
      id: services.ids.newId('sub'),
      merchantId,
      status,
      monthlyMinor: 0,
      billingCurrency: 'usd',
      createdAt: at,
      updatedAt: at,
      currentPeriodStart: at,
      currentPeriodEnd: at,
    })
}
async function insertRedemption(merchantId: string): Promise<void> {
  await services.db
    .insert(redemptions)
    .values({ id: services.ids.newId('red'), merchantId, redeemedAt: services.clock.now() })
}

describe('deleting a merchant', () => {
  it('takes its rows with it, unlinks its application, and keeps its name in the audit trail', async () => {
    const id = await insertNamed('Half Moon')
    const at = services.clock.now()
    const stamps = { createdAt: at, updatedAt: at }
    await services.db.insert(locations).values({ id: 'loc_d', merchantId: id, name: 'Counter', ...stamps })
    await services.db.insert(subscriptionPlans).values({ id: 'pln_d', merchantId: id, name: 'Daily', ...stamps })
    await services.db.insert(planPrices).values({ id: 'pri_d', planId: 'pln_d', amountMinor: 900 })
    await services.db.insert(merchantPromotions).values({ merchantId: id, promotionId: 'p', updatedAt: at })
    await services.db
      .insert(merchantBankAccounts)
      .values({ merchantId: id, accountHolderName: 'A', accountType: 'checking', routingNumber: '1', updatedAt: at })
    await services.db.insert(merchantApplications).values({ id: 'app_d', merchantId: id, ...stamps })
    expect(await remove(id, 'Half Moon')).toEqual({ success: true })
    expect(await isThere(id)).toBe(false)
    expect([
      await services.db.$count(locations, eq(locations.merchantId, id)),
      await services.db.$count(subscriptionPlans, eq(subscriptionPlans.merchantId, id)),
      await services.db.$count(planPrices, eq(planPrices.planId, 'pln_d')),
      await services.db.$count(merchantPromotions, eq(merchantPromotions.merchantId, id)),
      await services.db.$count(merchantBankAccounts, eq(merchantBankAccounts.merchantId, id)),
    ]).toEqual([0, 0, 0, 0, 0])
    const [application] = await services.db.select().from(merchantApplications)
    expect(application).toMatchObject({ id: 'app_d', merchantId: null })
    const audits = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id))
    expect(audits).toMatchObject([{ action: 'delete_merchant', merchantId: id, before: { name: 'Half Moon' } }])
    expect(await services.db.$count(jobs, eq(jobs.kind, forgetMerchantKind))).toBe(1)
  })

  it.each(['active', 'trialing', 'past_due', 'canceled'])(
    'is refused with a subscription that is %s',
    async (status) => {
      const id = await insertNamed('Subscribed')
      await insertSubscription(id, status)
      await expect(remove(id, 'Subscribed')).rejects.toMatchObject({ code: 'CONFLICT', reason: 'IN_USE' })
      expect(await isThere(id)).toBe(true)
    },
  )

  it('is refused with redemptions, counted or not', async () => {
    const counted = await insertNamed('Counted')
    await services.db.insert(redemptionTotals).values({ merchantId: counted, count: 3 })
    const uncounted = await insertNamed('Uncounted')
    await insertRedemption(uncounted)
    await expect(remove(counted, 'Counted')).rejects.toMatchObject({ reason: 'IN_USE' })
    await expect(remove(uncounted, 'Uncounted')).rejects.toMatchObject({ reason: 'IN_USE' })
  })

  it('is refused without the name typed, to a second editor, to viewers, and to owners of what is not in setup', async () => {
    const id = await insertNamed('Typed')
    await expect(remove(id, 'typed')).rejects.toMatchObject({ reason: 'NAME', detail: { field: 'confirmName' } })
    await expect(deleteMerchant(admin, { merchantId: id, version: 2, confirmName: 'Typed' })).rejects.toMatchObject({
      reason: 'STALE_VERSION',
    })
    const [owner, viewer] = [await asOwner(services, [id, await insertNamed('Other')]), await asViewer(services, [id])]
    await expect(remove(id, 'Typed', contextAs(services, owner))).rejects.toMatchObject({ reason: 'NOT_IN_SETUP' })
    await expect(remove(id, 'Typed', contextAs(services, viewer))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await isThere(id)).toBe(true)
    await expect(remove('mer_missing', 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

it('an owner deletes another venue while setting it up, not a foreign one and not the only one', async () => {
  const insertInSetup = async (name: string) => (await insertMerchant(services, { name, status: 'pending' })).id
  const [selling, mistake, foreign] = [
    await insertNamed('Selling'),
    await insertInSetup('Mistake'),
    await insertInSetup('Foreign'),
  ]
  const of = async (...ids: string[]) => contextAs(services, await asOwner(services, ids))
  await expect(remove(foreign, 'Foreign', await of(selling, mistake))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(remove(mistake, 'Mistake', await of(mistake))).rejects.toMatchObject({ reason: 'ONLY_VENUE' })
  const owner = await asOwner(services, [selling, mistake])
  await remove(mistake, 'Mistake', contextAs(services, owner))
  await forgetMerchantHandler.run(services, { merchantId: mistake })
  expect(await reviewSession(services, owner.sessionId)).toMatchObject({ merchantIds: [selling] })
  expect([await isThere(selling), await isThere(mistake), await isThere(foreign)]).toEqual([true, false, true])
})

describe('the payouts of a merchant', () => {
  it.each([
    ['a draft', insertPayout],
    ['an adjustment that waits for its next payout', insertAdjustment],
    [
      'a refund that waits for its charge',
      (_services: TestServices, of: { merchantId: string }) =>
        insertRefundRow(services, { ...of, subscriptionId: 'sub_moved', chargePeriodStart: null }),
    ],
  ])('§0020 keep it: %s', async (_, insert) => {
    const id = await insertNamed('Paid')
    await insert(services, { merchantId: id })
    await expect(remove(id, 'Paid')).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'IN_USE',
      message: 'This merchant has subscriptions, redemptions or payouts. Archive it instead.',
    })
    expect(await isThere(id)).toBe(true)
  })
})

describe('the impact', () => {
  it('says what depends on a merchant and whether it can be deleted', async () => {
    const id = await insertNamed('Impact')
    await insertUser(services, { role: 'merchant_owner', merchantIds: [id] })
    expect(await getMerchantImpact(admin, { merchantId: id })).toEqual({
      totalSubscribers: 0,
      activeSubscribers: 0,
      subscriptions: 0,
      redemptions: 0,
      payouts: 0,
      owners: 1,
      deletable: true,
    })
    await insertSubscription(id, 'canceled')
    await insertRedemption(id)
    await insertPayout(services, { merchantId: id })
    await insertAdjustment(services, { merchantId: id })
    expect(await getMerchantImpact(admin, { merchantId: id })).toMatchObject({
      subscriptions: 1,
      redemptions: 1,
      payouts: 2,
      deletable: false,
    })
    await expect(getMerchantImpact(admin, { merchantId: 'mer_missing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      getMerchantImpact(contextAs(services, await asOwner(services, [id])), { merchantId: id }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
