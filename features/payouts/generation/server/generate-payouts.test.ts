import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listRecentActivity } from '@quaff/features/activity/server'
import { insertBankAccount } from '@quaff/features/banking/testing/bank-account-factory'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { platformSettings } from '@quaff/features/settings/tables'
import { inTransaction } from '@quaff/platform/server'
import { adminAuditLogs, liveEvents } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { discardPayout } from '../../progress/server/discard-payout'
import { payoutAdjustments, payoutCharges, payouts } from '../../server/tables'
import { insertAdjustment, insertCharge, insertPayout } from '../../testing/payout-factory'
import { generatePayouts } from './generate-payouts'
import { listPeriods } from './list-periods'
import { previewPayouts } from './preview-payouts'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
  services.clock.set('2026-03-10T12:00:00Z')
  admin = contextAs(services, await asAdmin(services))
  await insertMerchants(services, [
    { id: 'mer_a', name: 'Anchor' },
    { id: 'mer_b', name: 'bean There' },
    { id: 'mer_c', name: 'Cup' },
  ])
})

const generate = (period: string, ...merchantIds: string[]) => generatePayouts(admin, { period, merchantIds })
const outcomes = async (period: string, ...merchantIds: string[]) =>
  (await generate(period, ...merchantIds)).results.map(({ outcome }) => outcome)
const preview = async (period = '2026-02') => (await previewPayouts(admin, { period, state: 'new' })).rows
const stored = () =>
  services.db.select().from(payouts).orderBy(asc(payouts.merchantId), asc(payouts.period), asc(payouts.currency))
const at = (text: string) => new Date(text)
const setFee = (points: number) =>
  services.db
    .insert(platformSettings)
    .values({ key: 'platformFeeBasisPoints', value: points, updatedAt: services.clock.now() })

describe('generating a month', () => {
  it('§3 makes one draft per currency from its charges, with fee, adjustments, redemptions, audit, activity and live event', async () => {
    await setFee(250)
    await insertCharge(services, { merchantId: 'mer_a', amountMinor: 2_900 })
    await insertCharge(services, { merchantId: 'mer_a', amountMinor: 1_000, periodStart: at('2026-02-01T00:00:00Z') })
    await insertCharge(services, { merchantId: 'mer_a', amountMinor: 700, currency: 'eur' })
    await insertCharge(services, { merchantId: 'mer_a', periodStart: at('2026-03-01T00:00:00Z') })
    await insertAdjustment(services, { merchantId: 'mer_a', amountMinor: -500 })
    const drink = (id: string, redeemedAt: string) => ({ id, merchantId: 'mer_a', redeemedAt: at(redeemedAt) })
    await inTransaction(services, (tx) =>
      writeRedemptions(services, tx, [
        drink('red_1', '2026-02-28T23:59:59Z'),
        drink('red_2', '2026-03-01T00:00:00Z'),
        { ...drink('red_3', '2026-02-03T00:00:00Z'), status: 'voided' },
      ]),
    )
    const { results } = await generate('2026-02', 'mer_a')
    expect(results).toMatchObject([{ merchantId: 'mer_a', outcome: 'generated' }])
    const [eur, usd] = await stored()
    expect(results[0]?.payoutIds).toEqual([eur?.id, usd?.id])
    expect(eur).toMatchObject({ currency: 'eur', grossMinor: 700, feeMinor: 18, netMinor: 682, adjustmentsMinor: 0 })
    expect(usd).toMatchObject({
      period: '2026-02',
      periodStart: at('2026-02-01T00:00:00Z'),
      periodEnd: at('2026-03-01T00:00:00Z'),
      status: 'draft',
      grossMinor: 3_900,
      feeBasisPoints: 250,
      feeMinor: 98,
      adjustmentsMinor: -500,
      netMinor: 3_302,
      renewalCount: 2,
      redemptionCount: 1,
      version: 1,
      generatedBy: userId(),
    })
    expect(await services.db.$count(payoutAdjustments, eq(payoutAdjustments.payoutId, usd?.id ?? ''))).toBe(1)
    const audits = await services.db.select().from(adminAuditLogs)
    expect(audits.map(({ action }) => action)).toEqual(['generate_payout', 'generate_payout'])
    expect(new Set(audits.map(({ targetId }) => targetId))).toEqual(new Set([eur?.id, usd?.id]))
    expect(audits.find(({ targetId }) => targetId === usd?.id)).toMatchObject({
      targetType: 'payout',
      merchantId: 'mer_a',
      adminUserId: userId(),
      after: { merchant: 'Anchor', period: '2026-02', currency: 'usd', grossMinor: 3_900, netMinor: 3_302 },
    })
    expect(await services.db.$count(liveEvents, eq(liveEvents.topic, 'audit'))).toBe(2)
    const { items } = await listRecentActivity(admin, { limit: 10 })
    expect(items.filter(({ type }) => type === 'payout_generated')).toMatchObject([{ metadata: { more: 1 } }])
  })

  it('twice, also concurrently, adds nothing', async () => {
    await insertCharge(services, { merchantId: 'mer_a' })
    await insertCharge(services, { merchantId: 'mer_b' })
    const all = await Promise.all([1, 2, 3].map(() => generate('2026-02', 'mer_a', 'mer_b')))
    const said = all.flatMap(({ results }) => results.map(({ outcome }) => outcome)).toSorted()
    expect(said).toEqual(['exists', 'exists', 'exists', 'exists', 'generated', 'generated'])
    expect(new Set(all.flatMap(({ results }) => results.flatMap(({ payoutIds }) => payoutIds))).size).toBe(2)
    const before = await stored()
    expect(await outcomes('2026-02', 'mer_a', 'mer_b', 'mer_a')).toEqual(['exists', 'exists'])
    expect(await stored()).toEqual(before)
    expect(await services.db.$count(payoutCharges)).toBe(2)
    expect(await services.db.$count(adminAuditLogs)).toBe(2)
  })

  it('returns nothing for a merchant without charges and for a deleted one', async () => {
    await services.db.delete(merchants).where(eq(merchants.id, 'mer_c'))
    for (const merchantId of ['mer_c', 'mer_missing']) await insertCharge(services, { merchantId })
    expect(await preview()).toEqual([])
    expect(await outcomes('2026-02', 'mer_a', 'mer_c', 'mer_missing')).toEqual(['nothing', 'nothing', 'nothing'])
    expect(await stored()).toEqual([])
  })

  it('§0020 that has not ended in the platform’s zone is refused', async () => {
    services.clock.set('2026-02-28T23:59:59.999Z')
    const running = { code: 'BAD_REQUEST', reason: 'PERIOD_RUNNING', message: 'February 2026 hasn’t ended yet.' }
    await expect(generate('2026-02', 'mer_a')).rejects.toMatchObject(running)
    await expect(preview()).rejects.toMatchObject(running)
    services.clock.set('2026-03-01T00:00:00Z')
    expect(await outcomes('2026-02', 'mer_a')).toEqual(['nothing'])
  })

  it('§0020 rolls back when it cannot be audited', async () => {
    await insertCharge(services, { merchantId: 'mer_a' })
    await insertAdjustment(services, { merchantId: 'mer_a' })
    const unaudited = { ...admin, ids: { newId: (prefix: string) => brokenAt(prefix) } }
    await expect(generatePayouts(unaudited, { period: '2026-02', merchantIds: ['mer_a'] })).rejects.toThrow(
      'no id for the audit row',
    )
    expect([await services.db.$count(payouts), await services.db.$count(payoutCharges)]).toEqual([0, 0])
    expect(await services.db.$count(payoutAdjustments, sql`payout_id is null`)).toBe(1)
  })

  it('pays charges that were recorded after the preview', async () => {
    await insertCharge(services, { merchantId: 'mer_a' })
    expect(await preview()).toMatchObject([{ gross: 2_900, renewalCount: 1 }])
    await insertCharge(services, { merchantId: 'mer_a', recordedAt: services.clock.now() })
    await generate('2026-02', 'mer_a')
    expect(await stored()).toMatchObject([{ grossMinor: 5_800, renewalCount: 2 }])
  })
})

const userId = () => (admin.actor.kind === 'user' ? admin.actor.userId : expect.fail())
function brokenAt(prefix: string): string {
  if (prefix === 'aud') throw new Error('no id for the audit row')
  return services.ids.newId(prefix)
}

describe('a late charge', () => {
  it('§0020 joins the next payout, once, and is marked as late', async () => {
    await insertCharge(services, { merchantId: 'mer_a', periodStart: at('2026-01-05T00:00:00Z') })
    await generate('2026-01', 'mer_a')
    const late = { merchantId: 'mer_a', periodStart: at('2026-01-31T23:59:59Z') }
    await insertCharge(services, { ...late, amountMinor: 400, recordedAt: at('2026-02-02T00:00:00Z') })
    expect(await preview('2026-02')).toMatchObject([
      { merchantId: 'mer_a', state: 'new', gross: 400, renewalCount: 1, lateCount: 1 },
    ])
    expect(await outcomes('2026-01', 'mer_a')).toEqual(['exists'])
    expect(await outcomes('2026-02', 'mer_a')).toEqual(['generated'])
    expect(await stored()).toMatchObject([{ grossMinor: 2_900 }, { grossMinor: 400, renewalCount: 1 }])
    expect(await preview('2026-02')).toMatchObject([{ state: 'exists', gross: 400, lateCount: 1 }])
    services.clock.set('2026-04-01T00:00:00Z')
    expect(await outcomes('2026-03', 'mer_a')).toEqual(['nothing'])
  })

  it('§0020 waits for its own month while that has no payout in its currency', async () => {
    await insertCharge(services, { merchantId: 'mer_a', periodStart: at('2026-01-05T00:00:00Z') })
    await generate('2026-01', 'mer_a')
    const recordedAt = at('2026-02-02T00:00:00Z')
    const euros = { merchantId: 'mer_a', currency: 'eur', periodStart: at('2026-01-06T00:00:00Z'), recordedAt }
    await insertCharge(services, euros)
    expect(await outcomes('2026-02', 'mer_a')).toEqual(['nothing'])
    expect(await outcomes('2026-01', 'mer_a')).toEqual(['generated'])
    expect(await stored()).toMatchObject([{ currency: 'eur' }, { currency: 'usd' }])
  })

  it('leaves nothing to its own month once another payout has it all', async () => {
    await insertAdjustment(services, { merchantId: 'mer_a' })
    const { results } = await generate('2026-01', 'mer_a')
    const periodStart = at('2026-01-05T00:00:00Z')
    await insertCharge(services, { merchantId: 'mer_a', periodStart, recordedAt: at('2026-02-02T00:00:00Z') })
    await generate('2026-02', 'mer_a')
    await discardPayout(admin, { payoutId: results[0]?.payoutIds[0] ?? '', version: 1 })
    services.clock.set('2026-04-01T00:00:00Z')
    await generate('2026-03', 'mer_a')
    expect(await preview('2026-01')).toEqual([])
    expect(await outcomes('2026-01', 'mer_a')).toEqual(['nothing'])
    expect((await stored()).map(({ period }) => period)).toEqual(['2026-02', '2026-03'])
  })

  it('§0020 is not lost between two months: recorded just before midnight, committed after the month was paid out', async () => {
    const periodStart = at('2026-01-05T00:00:00Z')
    await insertCharge(services, { merchantId: 'mer_a', periodStart })
    await generate('2026-01', 'mer_a')
    const recordedAt = at('2026-01-31T23:59:59.999Z')
    await insertCharge(services, { merchantId: 'mer_a', periodStart, recordedAt, amountMinor: 400 })
    expect(await outcomes('2026-02', 'mer_a')).toEqual(['generated'])
    expect(await stored()).toMatchObject([{ grossMinor: 2_900 }, { grossMinor: 400 }])
  })

  it('stays with the payout that took it when the payout of its own month is discarded and generated again', async () => {
    await insertCharge(services, { merchantId: 'mer_a', periodStart: at('2026-01-05T00:00:00Z') })
    await generate('2026-01', 'mer_a')
    const late = { merchantId: 'mer_a', periodStart: at('2026-01-06T00:00:00Z') }
    await insertCharge(services, { ...late, amountMinor: 400, recordedAt: at('2026-02-02T00:00:00Z') })
    await generate('2026-02', 'mer_a')
    const [january] = await stored()
    await discardPayout(admin, { payoutId: january?.id ?? '', version: 1 })
    expect(await preview('2026-01')).toMatchObject([{ state: 'new', gross: 2_900, renewalCount: 1 }])
    await generate('2026-01', 'mer_a')
    expect(await stored()).toMatchObject([{ grossMinor: 2_900 }, { grossMinor: 400 }])
  })
})

describe('a discarded draft', () => {
  it('§0020 frees its charges and adjustments for the next generation', async () => {
    await insertCharge(services, { merchantId: 'mer_a' })
    await insertAdjustment(services, { merchantId: 'mer_a', amountMinor: -900 })
    await generate('2026-02', 'mer_a')
    const [first] = await stored()
    await discardPayout(admin, { payoutId: first?.id ?? '', version: 1 })
    expect([await services.db.$count(payouts), await services.db.$count(payoutCharges)]).toEqual([0, 0])
    expect(await preview()).toMatchObject([{ state: 'new', gross: 2_900, adjustments: -900, net: 2_000 }])
    await generate('2026-02', 'mer_a')
    const [second] = await stored()
    expect(second).toMatchObject({ grossMinor: 2_900, adjustmentsMinor: -900 })
    expect(second?.id).not.toBe(first?.id)
  })
})

describe('the preview', () => {
  it('lists merchants with something to pay by name, new ones first, with their bank problems', async () => {
    await insertBankAccount(services, { merchantId: 'mer_b' })
    await insertBankAccount(services, { merchantId: 'mer_c', accountNumberEncrypted: null, accountLast4: null })
    for (const merchantId of ['mer_c', 'mer_b']) await insertCharge(services, { merchantId })
    await insertAdjustment(services, { merchantId: 'mer_a', amountMinor: -100, currency: 'gbp' })
    await insertPayout(services, { merchantId: 'mer_a' })
    const rows = await preview()
    const seen = rows.map((row) => [row.merchantName, row.currency, row.state, row.net, row.bankProblem])
    expect(seen).toEqual([
      ['Anchor', 'gbp', 'new', -100, 'No bank account on file'],
      ['bean There', 'usd', 'new', 2_900, null],
      ['Cup', 'usd', 'new', 2_900, 'Account number is missing'],
      ['Anchor', 'usd', 'exists', 2_900, 'No bank account on file'],
    ])
  })

  it('matches what generating creates', async () => {
    await setFee(333)
    await insertCharge(services, { merchantId: 'mer_a', amountMinor: 12_345 })
    await insertCharge(services, { merchantId: 'mer_b', amountMinor: 700, currency: 'eur' })
    await insertAdjustment(services, { merchantId: 'mer_c', amountMinor: 10 })
    const foretold = await preview()
    await generate('2026-02', 'mer_a', 'mer_b', 'mer_c')
    expect(await preview()).toEqual(foretold.map((row) => ({ ...row, state: 'exists' })))
  })

  it('adds up beyond 2^31', async () => {
    for (let index = 0; index < 3; index += 1)
      await insertCharge(services, { merchantId: 'mer_a', amountMinor: 2_000_000_000 })
    expect(await preview()).toMatchObject([{ gross: 6_000_000_000 }])
    await generate('2026-02', 'mer_a')
    expect(await stored()).toMatchObject([{ grossMinor: 6_000_000_000, netMinor: 6_000_000_000 }])
  })
})

describe('the periods', () => {
  it('are the last ended months with their payouts', async () => {
    await insertPayout(services, { merchantId: 'mer_a', period: '2026-01' })
    await insertPayout(services, { merchantId: 'mer_b', period: '2026-01' })
    const { periods, timeZone } = await listPeriods(admin)
    expect(timeZone).toBe('UTC')
    expect(periods.map(({ period, payoutCount }) => [period, payoutCount]).slice(0, 3)).toEqual([
      ['2026-02', 0],
      ['2026-01', 2],
      ['2025-12', 0],
    ])
    expect(periods).toHaveLength(24)
  })

  it('§G2 follow the platform’s zone: a charge at its midnight belongs to the month that begins there', async () => {
    const kathmandu = { ...admin, settings: { ...admin.settings, timeZone: 'Asia/Kathmandu' } }
    const midnight = at('2026-01-31T18:15:00Z')
    await insertCharge(services, { merchantId: 'mer_a', periodStart: midnight, amountMinor: 100 })
    await insertCharge(services, { merchantId: 'mer_a', periodStart: new Date(midnight.getTime() - 1), amountMinor: 7 })
    await generatePayouts(kathmandu, { period: '2026-02', merchantIds: ['mer_a'] })
    expect(await stored()).toMatchObject([{ grossMinor: 100, periodStart: midnight }])
  })
})

describe('generation is for administrators', () => {
  it('§6 and refused to everyone else', async () => {
    const actors = [
      anonymous,
      await asOwner(services, ['mer_a']),
      await asViewer(services, ['mer_a']),
      await asCustomRole(services),
    ]
    await insertCharge(services, { merchantId: 'mer_a' })
    for (const actor of actors) {
      const ctx = contextAs(services, actor)
      const refused = { code: actor.kind === 'anonymous' ? 'UNAUTHORIZED' : 'FORBIDDEN' }
      await expect(listPeriods(ctx)).rejects.toMatchObject(refused)
      await expect(previewPayouts(ctx, { period: '2026-02', state: 'new' })).rejects.toMatchObject(refused)
      await expect(generatePayouts(ctx, { period: '2026-02', merchantIds: ['mer_a'] })).rejects.toMatchObject(refused)
    }
    expect(await services.db.$count(payouts)).toBe(0)
  })
})
