import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { widestPayoutScope } from '../../server/reading/payout-scope'
import { payoutLinesInput, redemptionLineSchema, renewalLineSchema } from '../../statement-contract'
import { insertCharge, insertPayout } from '../../testing/payout-factory'
import { countRedemptionRows, listRedemptionRows, listRenewalRows } from './line-store'
import { listPayoutRedemptions, listRenewals } from './read-lines'

let services: TestServices
let people: Record<'admin' | 'owner' | 'viewer' | 'foreign', UserActor>
const at = (text: string) => new Date(`2026-02-${text}Z`)

beforeAll(async () => {
  services = await createTestServices()
  for (const id of ['mer_a', 'mer_b', 'mer_many']) await insertMerchant(services, { id })
  people = {
    admin: await asAdmin(services),
    owner: await asOwner(services, ['mer_a']),
    viewer: await asViewer(services, ['mer_a']),
    foreign: await asOwner(services, ['mer_b']),
  }
  await insertUser(services, { id: 'usr_ana', displayName: 'Ana Pereira' })
  await insertPlan(services, { id: 'pln_a', merchantId: 'mer_a', name: 'Daily Cup' })
  await insertPlan(services, { id: 'pln_b', merchantId: 'mer_b', name: 'Secret Cup' })
  await insertLocation(services, { id: 'loc_a', merchantId: 'mer_a', name: 'Alder' })
  await insertLocation(services, { id: 'loc_b', merchantId: 'mer_b', name: 'Secret place' })
  const merchantId = 'mer_a'
  await insertPayout(services, { id: 'pay_a', merchantId, status: 'approved', renewalCount: 3, grossMinor: 8_000 })
  await insertPayout(services, { id: 'pay_draft', merchantId, currency: 'eur' })
  const line = { merchantId, payoutId: 'pay_a', userId: 'usr_ana' }
  await insertCharge(services, { ...line, subscriptionId: 'sub_2', planId: 'pln_a' })
  await insertCharge(services, { ...line, subscriptionId: 'sub_1', planId: 'pln_b', amountMinor: -700 })
  await insertCharge(services, {
    ...line,
    subscriptionId: 'sub_1',
    userId: null,
    periodStart: new Date('2026-01-31T23:59:59.999Z'),
  })
  const drink = { merchantId, userId: 'usr_ana', planId: 'pln_a', locationId: 'loc_a' }
  await inTransaction(services, (tx) =>
    writeRedemptions(services, tx, [
      { ...drink, id: 'red_1', redeemedAt: at('01T00:00:00.000') },
      { ...drink, id: 'red_2', redeemedAt: at('28T23:59:59.999'), planId: 'pln_b', locationId: 'loc_b' },
      { ...drink, id: 'red_3', redeemedAt: new Date('2026-03-01T00:00:00Z') },
      { ...drink, id: 'red_4', redeemedAt: new Date('2026-01-31T23:59:59.999Z') },
      { ...drink, id: 'red_5', redeemedAt: at('10T10:00:00'), status: 'voided' },
      { ...drink, id: 'red_6', redeemedAt: at('10T10:00:00'), merchantId: 'mer_b' },
    ]),
  )
})

type Input = { limit?: number; cursor?: string | null; payoutId?: string }
const parse = (input: Input) => payoutLinesInput.parse({ payoutId: 'pay_a', ...input })
const renewals = (actor: UserActor, input: Input = {}) => listRenewals(contextAs(services, actor), parse(input))
const drinks = (actor: UserActor, input: Input = {}) => listPayoutRedemptions(contextAs(services, actor), parse(input))

describe('the renewals of a statement', () => {
  it('are sorted oldest first, mark late ones, and name only the merchant’s own plans', async () => {
    const page = await renewals(people.admin)
    expect(renewalLineSchema.strict().array().parse(page.rows)).toMatchObject([
      { subscriptionId: 'sub_1', isLate: true, subscriberName: null, planName: 'Unknown Plan', amount: 2_900 },
      { subscriptionId: 'sub_1', isLate: false, subscriberName: 'Ana Pereira', planName: 'Unknown Plan', amount: -700 },
      { subscriptionId: 'sub_2', isLate: false, planName: 'Daily Cup', amount: 2_900 },
    ])
    expect(page).toMatchObject({ total: 3, hasMore: false, nextCursor: null })
  })

  it('shorten names for merchant roles', async () => {
    for (const actor of [people.owner, people.viewer])
      expect((await renewals(actor)).rows.map(({ subscriberName }) => subscriberName)).toEqual([
        null,
        'Ana P.',
        'Ana P.',
      ])
  })

  it('are paged without duplicates or gaps when many begin at the same instant', async () => {
    await insertPayout(services, { id: 'pay_many', merchantId: 'mer_many', renewalCount: 25 })
    for (let index = 0; index < 25; index += 1)
      await insertCharge(services, { merchantId: 'mer_many', payoutId: 'pay_many', subscriptionId: `sub_m${index}` })
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await renewals(people.admin, { payoutId: 'pay_many', limit: 10, cursor })
      seen.push(...page.rows.map(({ subscriptionId }) => subscriptionId))
      cursor = page.nextCursor
    } while (cursor)
    expect([seen.length, new Set(seen).size]).toEqual([25, 25])
    expect(seen).toEqual(seen.toSorted())
  })
})

describe('the redemptions of a statement', () => {
  it('are the completed ones of its month, from its first instant to its last, each with amount 0', async () => {
    const page = await drinks(people.admin)
    expect(redemptionLineSchema.strict().array().parse(page.rows)).toEqual([
      {
        id: 'red_1',
        redeemedAt: at('01T00:00:00.000'),
        subscriberName: 'Ana Pereira',
        planName: 'Daily Cup',
        locationName: 'Alder',
        amount: 0,
      },
      {
        id: 'red_2',
        redeemedAt: at('28T23:59:59.999'),
        subscriberName: 'Ana Pereira',
        planName: 'Unknown Plan',
        locationName: 'Unknown Location',
        amount: 0,
      },
    ])
    expect(page.total).toBe(2)
    expect((await drinks(people.viewer)).rows[0]?.subscriberName).toBe('Ana P.')
  })

  it('are paged, also within one instant', async () => {
    await insertPayout(services, { id: 'pay_drinks', merchantId: 'mer_many', period: '2025-11' })
    const instant = new Date('2025-11-05T10:00:00Z')
    await inTransaction(services, (tx) =>
      writeRedemptions(
        services,
        tx,
        Array.from({ length: 7 }, (_, index) => ({ id: `red_m${index}`, merchantId: 'mer_many', redeemedAt: instant })),
      ),
    )
    const first = await drinks(people.admin, { payoutId: 'pay_drinks', limit: 4 })
    const rest = await drinks(people.admin, { payoutId: 'pay_drinks', limit: 4, cursor: first.nextCursor })
    expect([...first.rows, ...rest.rows].map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => `red_m${n}`))
    await expect(
      drinks(people.admin, { cursor: (await renewals(people.admin, { limit: 1 })).nextCursor }),
    ).rejects.toMatchObject({ reason: 'CURSOR' })
  })
})

it('lines of foreign, missing and, for merchant roles, unapproved payouts are not found', async () => {
  for (const [actor, payoutId] of [
    [people.owner, 'pay_draft'],
    [people.viewer, 'pay_draft'],
    [people.foreign, 'pay_a'],
    [people.admin, 'pay_missing'],
  ] as const)
    for (const read of [renewals, drinks])
      await expect(read(actor, { payoutId })).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'PAYOUT' })
  const custom = await asCustomRole(services)
  for (const read of [renewals, drinks]) await expect(read(custom)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

it('the stores return nothing of a foreign payout, without relying on the check before', async () => {
  const { start, end } = { start: new Date('2000-01-01'), end: new Date('2100-01-01') }
  const payout = { id: 'pay_a', merchantId: 'mer_a', periodStart: start, periodEnd: end }
  const found = async (actor: UserActor) => {
    const scope = widestPayoutScope(actor)
    return [
      (await listRenewalRows(services.db, scope, payout, { limit: 10 })).length,
      (await listRedemptionRows(services.db, scope, payout, { limit: 10 })).length,
      await countRedemptionRows(services.db, scope, payout, services.settings.timeZone),
    ]
  }
  expect(await found(people.owner)).toEqual([3, 4, 4])
  expect(await found(people.foreign)).toEqual([0, 0, 0])
})

it('redemptions are counted one by one when the counted hours do not match the payout’s bounds', async () => {
  const payout = {
    id: 'pay_a',
    merchantId: 'mer_a',
    periodStart: new Date('2000-01-01'),
    periodEnd: new Date('2100-01-01'),
  }
  const scope = widestPayoutScope(people.owner)
  for (const zone of ['UTC', 'Asia/Kathmandu'])
    expect(await countRedemptionRows(services.db, scope, payout, zone)).toBe(4)
})

it('an erased subscriber’s lines have no name', async () => {
  const erased = { displayName: null, email: 'gone@erased.invalid', erasedAt: services.clock.now() }
  await services.db.update(users).set(erased).where(eq(users.id, 'usr_ana'))
  for (const actor of [people.admin, people.owner]) {
    const names = [...(await renewals(actor)).rows, ...(await drinks(actor)).rows].map((row) => row.subscriberName)
    expect(names).toEqual([null, null, null, null, null])
  }
})
