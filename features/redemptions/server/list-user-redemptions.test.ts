import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { merchantScope } from '@quaff/features/sessions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { planOf } from '@quaff/platform/testing/query-plan'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { userRedemptionsInput } from '../contract'
import { redemptionViewSchema } from '../view-contract'
import { listUserRedemptions } from './list-user-redemptions'
import { selectUserRedemptions } from './user-redemption-store'
import { writeRedemptions, type RedemptionWrite } from './write-redemptions'

let services: TestServices
let admin: UserActor
const merchantId = 'mer_own'
const hour = (number: number) => new Date(Date.UTC(2026, 0, 1, number))

const ask = (userId: string, input: object = {}, actor: UserActor = admin) =>
  listUserRedemptions(contextAs(services, actor), userRedemptionsInput.parse({ userId, ...input }))
async function someone(rows: Partial<RedemptionWrite>[] = []): Promise<string> {
  const { id: userId } = await insertUser(services)
  const complete = rows.map((row) => ({
    id: services.ids.newId('red'),
    merchantId,
    redeemedAt: hour(1),
    userId,
    ...row,
  }))
  await inTransaction(services, (tx) => writeRedemptions(services, tx, complete))
  return userId
}

beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
  await insertMerchant(services, { id: merchantId, name: 'Bean There' })
  await insertLocation(services, { id: 'loc_1', merchantId, name: 'Alder Street' })
  await insertPlan(services, { id: 'pln_1', merchantId, name: 'Daily Cup' })
})

describe('redemptions of a person', () => {
  it('are empty for a person who never redeemed', async () => {
    expect(await ask(await someone())).toEqual({ redemptions: [], hasMore: false })
  })

  it('§3 §7 have their names, newest first across months, including voided ones', async () => {
    const userId = await someone([
      { id: 'red_old', redeemedAt: new Date('2024-05-31T23:59:59Z'), method: 'manual' },
      { id: 'red_new', redeemedAt: hour(9), locationId: 'loc_1', planId: 'pln_1' },
      { id: 'red_mid', redeemedAt: hour(8), status: 'voided' },
    ])
    await someone([{ redeemedAt: hour(10) }])
    expect((await ask(userId)).redemptions).toMatchObject([
      {
        id: 'red_new',
        merchantName: 'Bean There',
        locationName: 'Alder Street',
        planName: 'Daily Cup',
        method: 'barcode',
        status: 'completed',
      },
      { id: 'red_mid', locationName: 'Unknown Location', planName: 'Unknown Plan', status: 'voided' },
      { id: 'red_old', method: 'manual' },
    ])
  })

  it('§8 have names for deleted records, and the epoch for a missing time', async () => {
    const userId = await someone([
      { merchantId: 'mer_gone', locationId: 'loc_gone', planId: 'pln_gone', redeemedAt: new Date(0) },
    ])
    expect((await ask(userId)).redemptions).toMatchObject([
      {
        merchantName: 'Unknown Merchant',
        locationName: 'Unknown Location',
        planName: 'Unknown Plan',
        redeemedAt: new Date(0),
      },
    ])
  })

  it('§7 §9 are 50 by default and at most', async () => {
    const userId = await someone(Array.from({ length: 51 }, (_, index) => ({ redeemedAt: hour(index) })))
    const { redemptions, hasMore } = await ask(userId)
    expect([redemptions.length, hasMore, redemptions[0]?.redeemedAt]).toEqual([50, true, hour(50)])
    expect((await ask(userId, { limit: 2 })).redemptions).toHaveLength(2)
    for (const limit of [0, 51, 1.5]) expect(userRedemptionsInput.safeParse({ userId, limit }).success).toBe(false)
  })

  it('do not report more when there are exactly as many', async () => {
    const userId = await someone([{}, { redeemedAt: hour(2) }])
    expect(await ask(userId, { limit: 2 })).toMatchObject({ hasMore: false })
  })

  it('stay with an erased account', async () => {
    const userId = await someone([{}])
    await services.db
      .update(users)
      .set({ erasedAt: hour(1) })
      .where(sql`${users.id} = ${userId}`)
    expect((await ask(userId)).redemptions).toHaveLength(1)
  })

  it('contain the named fields only', async () => {
    const [first] = (await ask(await someone([{}]))).redemptions
    expect(Object.keys(first ?? {}).sort()).toEqual(Object.keys(redemptionViewSchema.shape).sort())
  })
})

describe('who may read them', () => {
  it('administrators only', async () => {
    const userId = await someone([{}])
    const others = [await asOwner(services, [merchantId]), await asViewer(services, [merchantId])]
    for (const actor of [...others, await asCustomRole(services)])
      await expect(ask(userId, {}, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('reports a missing person', async () => {
    await expect(ask('usr_missing')).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'USER' })
  })
})

it('reads the index by user of every month in its order, and no month as a whole', async () => {
  const query = selectUserRedemptions(services.db, merchantScope(admin), { userId: 'usr_1', limit: 51 })
  const plan = await planOf(services.db, query, { without: ['seqscan', 'sort'] })
  expect(plan).toMatch(/Index Scan using redemptions_2026_01_user_id_redeemed_at_idx/)
  expect(plan).toContain('Incremental Sort')
  expect(plan).not.toMatch(/Seq Scan on redemptions/)
})
