import { beforeEach, describe, expect, it } from 'vitest'
import { analyticsHours } from '@quaff/features/analytics/tables'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { merchantScope } from '@quaff/features/sessions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { timePart } from '@quaff/platform/shared/time-ordered-id'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { planOf } from '@quaff/platform/testing/query-plan'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { exportRedemptions } from '../../server/redemption-export'
import { writeRedemptions, type RedemptionWrite } from '../../server/write-redemptions'
import type { ListRedemptionsInput } from '../../usage-contract'
import { getRedemption, listRedemptionOptions, listRedemptions } from './read-redemptions'
import { listUsageRows } from './usage-store'

let services: TestServices
let admin: UserActor
let owner: UserActor
const now = new Date('2026-03-10T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const drink = (...rows: RedemptionWrite[]) => inTransaction(services, (tx) => writeRedemptions(services, tx, rows))
const list = (actor: UserActor, input: Partial<ListRedemptionsInput> = {}) =>
  listRedemptions(contextAs(services, actor), { limit: 20, ...input })
const idsOf = async (actor: UserActor, input: Partial<ListRedemptionsInput> = {}) =>
  (await list(actor, input)).rows.map(({ id }) => id)

/** Inserts one redemption per merchant, newest first by their numbers. */
beforeEach(async () => {
  services = await createTestServices()
  services.clock.set(now)
  for (const [id, name] of [
    ['mer_a', 'Alder'],
    ['mer_b', 'Birch'],
    ['mer_c', 'Cedar'],
  ] as const) {
    await insertMerchant(services, { id, name })
    await insertLocation(services, { id: `loc_${id}`, merchantId: id, name: `${name} Street` })
  }
  admin = await asAdmin(services)
  owner = await asOwner(services, ['mer_a', 'mer_b'])
  const { id: userId } = await insertUser(services, { displayName: 'Ana Pereira' })
  await drink(
    { id: 'red_1', merchantId: 'mer_c', userId, locationId: 'loc_mer_c', redeemedAt: minutesAgo(10) },
    { id: 'red_2', merchantId: 'mer_a', userId, locationId: 'loc_mer_c', redeemedAt: minutesAgo(20), method: 'manual' },
    { id: 'red_3', merchantId: 'mer_b', userId, locationId: 'loc_mer_b', redeemedAt: minutesAgo(30), status: 'voided' },
    { id: 'red_4', merchantId: 'mer_gone', userId, redeemedAt: new Date('2025-11-03T00:00:00Z') },
  )
})

describe('the ID of a redemption', () => {
  it('finds it without other conditions, in spaces and quotes too, and only for who may see it', async () => {
    const id = `red_${timePart(now.getTime() - 900_000)}0123456789abcdef`
    await drink({ id, merchantId: 'mer_c', userId: null, redeemedAt: new Date(now.getTime() - 900_250) })
    expect(await idsOf(admin, { q: id })).toEqual([id])
    expect(await idsOf(admin, { q: ` "${id}" ` })).toEqual([id])
    expect(await idsOf(admin, { q: id, merchantId: 'mer_c' })).toEqual([id])
    expect(await idsOf(owner, { q: id })).toEqual([])
    expect(await idsOf(admin, { q: `${id.slice(0, -1)}z` })).toEqual([])
    expect(await idsOf(admin, { q: 'red_1' })).toEqual([])
  })

  it('is looked up in its minutes by the primary key', async () => {
    const q = `red_${timePart(now.getTime())}0123456789abcdef`
    const plan = await planOf(services.db, listUsageRows(services.db, merchantScope(admin), { q }, { limit: 20 }), {
      without: ['seqscan', 'bitmapscan'],
    })
    expect(plan).toMatch(/Index Cond: .*redeemed_at >= .*redeemed_at <= .*id = /)
    expect(plan.match(/on redemptions_\w+/g)).toHaveLength(1)
  })
})

describe('redemptions of all merchants', () => {
  it('name their merchant, and no places of another one', async () => {
    const { rows, total } = await list(admin)
    expect(total).toBe(4)
    expect(rows.map(({ id, merchantName, locationName }) => [id, merchantName, locationName])).toEqual([
      ['red_1', 'Cedar', 'Cedar Street'],
      ['red_2', 'Alder', 'Unknown Location'],
      ['red_3', 'Birch', 'Birch Street'],
      ['red_4', 'Unknown Merchant', 'Unknown Location'],
    ])
  })

  it('are named and judged by the plan of their own merchant only', async () => {
    await insertPlan(services, {
      id: 'pln_b',
      merchantId: 'mer_b',
      name: 'Cup',
      fields: { validLocationIds: ['loc_x'] },
    })
    const bought = { planId: 'pln_b', redeemedAt: minutesAgo(5) }
    await drink(
      { ...bought, id: 'red_5', merchantId: 'mer_b', locationId: 'loc_mer_b' },
      { ...bought, id: 'red_6', merchantId: 'mer_a', locationId: 'loc_mer_a' },
    )
    const { rows } = await list(admin, { from: minutesAgo(6) })
    expect(rows.map(({ id, planName, flags }) => [id, planName, flags])).toEqual([
      ['red_6', 'Unknown Plan', expect.not.arrayContaining(['wrong_location'])],
      ['red_5', 'Cup', expect.arrayContaining(['wrong_location'])],
    ])
  })

  it('are those of their own merchants for an owner, with masked names, and none without a merchant', async () => {
    const { rows, total } = await list(owner)
    expect(total).toBe(2)
    expect(rows.map(({ id, subscriberName, userId }) => [id, subscriberName, userId])).toEqual([
      ['red_2', 'Ana P.', null],
      ['red_3', 'Ana P.', null],
    ])
    expect(await idsOf(await asViewer(services, ['mer_c']))).toEqual(['red_1'])
    expect(await idsOf(await asViewer(services, []))).toEqual([])
    await expect(list(await asCustomRole(services))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('have pages without gaps or duplicates across months and equal times', async () => {
    await drink(
      ...Array.from({ length: 50 }, (_, index) => ({
        id: `red_m${index}`,
        merchantId: `mer_${'abc'[index % 3] ?? 'a'}`,
        redeemedAt: new Date(Date.UTC(2026, 0, 25 + Math.floor(index / 4))),
      })),
    )
    for (const actor of [admin, owner]) {
      const found: string[] = []
      let cursor: string | null | undefined
      do {
        const page = await list(actor, { limit: 7, cursor })
        found.push(...page.rows.map(({ id }) => id))
        cursor = page.nextCursor
      } while (cursor)
      expect(found).toEqual(await idsOf(actor, { limit: 100 }))
      expect(new Set(found).size).toBe((await list(actor)).total)
    }
  })

  it('are filtered and counted by merchant, status, days and method', async () => {
    const day = { from: new Date('2026-03-10T00:00:00Z'), to: new Date('2026-03-10T23:59:59.999Z') }
    for (const [filter, ids] of [
      [{ merchantId: 'mer_b' }, ['red_3']],
      [{ status: 'voided' }, ['red_3']],
      [{ status: 'completed' }, ['red_1', 'red_2', 'red_4']],
      [day, ['red_1', 'red_2', 'red_3']],
      [{ ...day, status: 'completed' }, ['red_1', 'red_2']],
      [{ from: minutesAgo(25) }, ['red_1', 'red_2']],
      [{ to: minutesAgo(25) }, ['red_3', 'red_4']],
      [{ method: 'manual' }, ['red_2']],
    ] as const) {
      const { rows, total } = await list(admin, filter)
      expect([rows.map(({ id }) => id), total]).toEqual([ids, ids.length])
    }
  })

  it('are counted once if earlier hours are already summed over all merchants', async () => {
    const hour = (at: string, count: number) => ({ hour: new Date(at), status: 'completed', count })
    await services.db.insert(analyticsHours).values([hour('2025-11-03T00:00:00Z', 1), hour('2026-03-10T11:00:00Z', 1)])
    expect((await list(admin)).total).toBe(4)
    expect((await list(admin, { status: 'completed' })).total).toBe(3)
    expect((await list(admin, { to: new Date('2026-03-09T23:59:59.999Z') })).total).toBe(1)
  })

  it('are found one by one by users with access', async () => {
    const key = { redemptionId: 'red_1', redeemedAt: minutesAgo(10) }
    expect(await getRedemption(contextAs(services, admin), key)).toMatchObject({ id: 'red_1', merchantName: 'Cedar' })
    await expect(getRedemption(contextAs(services, owner), key)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('have options by method; locations and plans need one merchant', async () => {
    expect(await listRedemptionOptions(contextAs(services, admin), {})).toEqual({
      locations: [],
      plans: [],
      methods: ['barcode', 'manual'],
    })
    expect((await listRedemptionOptions(contextAs(services, owner), {})).methods).toEqual(['barcode', 'manual'])
  })
})

describe('their file', () => {
  async function textOf(actor: UserActor, format: 'csv' | 'json'): Promise<string> {
    const { chunks } = await exportRedemptions(contextAs(services, actor), { format, filter: { status: 'completed' } })
    let text = ''
    for await (const chunk of chunks) text += chunk
    return text
  }

  it('names the merchant of each, and is audited without one', async () => {
    const lines = (await textOf(admin, 'csv')).split('\r\n')
    expect(lines[0]).toMatch(/,Void Reason,Merchant ID,Merchant$/)
    expect(lines[1]).toMatch(/^red_1,.*,mer_c,Cedar$/)
    expect(lines).toHaveLength(5)
    const [audit] = await services.db.select().from(adminAuditLogs)
    expect(audit).toMatchObject({
      action: 'export_redemptions',
      merchantId: null,
      after: { format: 'csv', filters: ['status'] },
    })
  })

  it('has only own merchants, with masked names', async () => {
    const rows: unknown[] = JSON.parse(await textOf(owner, 'json'))
    expect(rows).toEqual([
      expect.objectContaining({ id: 'red_2', subscriber: 'Ana P.', merchantId: 'mer_a', merchant: 'Alder' }),
    ])
  })
})
