import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { platformSettings } from '@quaff/features/settings/tables'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { payoutSummarySchema } from '../statement-contract'
import { insertAdjustment, insertCharge, insertPayout } from '../testing/payout-factory'
import { getRunningMonth } from './get-running-month'
import { payoutAdjustments, payouts } from './tables'

let services: TestServices
let [admin, owner]: UserActor[] = []

beforeAll(async () => {
  services = await createTestServices()
  for (const id of ['mer_a', 'mer_b', 'mer_none', 'mer_huge', 'mer_lines']) await insertMerchant(services, { id })
  admin = await asAdmin(services)
  owner = await asOwner(services, ['mer_a'])
  await services.db
    .insert(platformSettings)
    .values({ key: 'platformFeeBasisPoints', value: 275, updatedAt: services.clock.now(), updatedBy: null })
})

const summary = (merchantId: string, actor = admin, timeZone = 'UTC') => {
  if (!actor) throw new Error('No actor')
  const settings = { ...services.settings, timeZone }
  return getRunningMonth({ ...contextAs(services, actor), settings }, { merchantId })
}
const charge = (merchantId: string, start: string, amountMinor: number, currency = 'usd') =>
  insertCharge(services, { merchantId, periodStart: new Date(start), amountMinor, currency })

describe('the running month', () => {
  it('is empty for a merchant with no data', async () => {
    const found = await summary('mer_none')
    expect(payoutSummarySchema.strict().parse(found)).toEqual({
      period: '2026-03',
      start: new Date('2026-03-01T00:00:00Z'),
      end: new Date('2026-04-01T00:00:00Z'),
      soFar: [],
      closed: null,
      feeBasisPoints: 275,
      held: [],
      last: null,
      measuredAt: services.clock.now(),
      timeZone: 'UTC',
    })
  })

  it('includes the charges between its bounds, in the platform’s time zone', async () => {
    await charge('mer_a', '2026-03-01T00:00:00.000Z', 1_000)
    await charge('mer_a', '2026-02-28T23:59:59.999Z', 20_000)
    await charge('mer_a', '2026-02-28T18:15:00.000Z', 300_000)
    await charge('mer_a', '2026-02-28T18:14:59.999Z', 4_000_000)
    await charge('mer_a', '2026-03-05T00:00:00.000Z', 7, 'jpy')
    const gross = async (zone: string) =>
      (await summary('mer_a', admin, zone)).soFar.map(({ currency, gross: sum }) => [currency, sum])
    expect(await gross('UTC')).toEqual([
      ['usd', 1_000],
      ['jpy', 7],
    ])
    // Kathmandu is 5:45 ahead, so March begins on February 28 at 18:15 UTC.
    expect(await gross('Asia/Kathmandu')).toEqual([
      ['usd', 321_000],
      ['jpy', 7],
    ])
    // New York is 5 hours behind, so March begins on March 1 at 05:00 UTC.
    expect(await gross('America/New_York')).toEqual([['jpy', 7]])
  })

  it('changes a millisecond after its end', async () => {
    services.clock.set('2026-03-31T23:59:59.999Z')
    expect((await summary('mer_a')).period).toBe('2026-03')
    services.clock.advance(1)
    expect(await summary('mer_a')).toMatchObject({ period: '2026-04', soFar: [] })
    services.clock.set('2026-03-10T12:00:00.000Z')
  })

  it('shows the month before, with the waiting lines, until the caller sees a payout of it', async () => {
    await insertMerchant(services, { id: 'mer_ended' })
    const reader = await asOwner(services, ['mer_ended'])
    await charge('mer_ended', '2026-02-11T00:00:00.000Z', 10_000)
    await charge('mer_ended', '2026-03-02T00:00:00.000Z', 2_000)
    await insertAdjustment(services, { merchantId: 'mer_ended', amountMinor: -300 })
    const ended = {
      soFar: [{ gross: 2_000, adjustments: 0 }],
      closed: { period: '2026-02', amounts: [{ gross: 10_000, fee: 275, adjustments: -300, net: 9_425 }] },
    }
    for (const actor of [admin, reader]) expect(await summary('mer_ended', actor)).toMatchObject(ended)
    const { id } = await insertPayout(services, { merchantId: 'mer_ended', period: '2026-02' })
    expect(await summary('mer_ended', reader)).toMatchObject(ended)
    expect(await summary('mer_ended')).toMatchObject({ closed: null, soFar: [{ adjustments: -300 }] })
    await services.db.update(payouts).set({ status: 'approved' }).where(eq(payouts.id, id))
    expect(await summary('mer_ended', reader)).toMatchObject({ closed: null, soFar: [{ gross: 2_000 }] })
  })

  it('takes the fee, and adds waiting lines and late charges of an earlier payout', async () => {
    await insertPayout(services, { merchantId: 'mer_b', period: '2026-02', status: 'draft' })
    const late = { merchantId: 'mer_b', periodStart: new Date('2026-02-10T00:00:00Z'), amountMinor: 500 }
    await insertCharge(services, { ...late, recordedAt: new Date('2026-03-02T00:00:00Z') })
    await insertCharge(services, { ...late, recordedAt: new Date('2026-02-20T00:00:00Z') })
    await charge('mer_b', '2026-03-02T00:00:00.000Z', 1_500)
    await insertAdjustment(services, { merchantId: 'mer_b', amountMinor: -2_500 })
    await insertAdjustment(services, { merchantId: 'mer_b', amountMinor: 40, currency: 'eur' })
    expect((await summary('mer_b')).soFar).toEqual([
      {
        currency: 'usd',
        gross: 2_000,
        fee: 55,
        adjustments: -2_500,
        net: -555,
        renewalCount: 2,
        lateCount: 1,
        waiting: [{ amount: -2_500, reason: 'Broken grinder', charge: null }],
        waitingCount: 1,
      },
      {
        currency: 'eur',
        gross: 0,
        fee: 0,
        adjustments: 40,
        net: 40,
        renewalCount: 0,
        lateCount: 0,
        waiting: [{ amount: 40, reason: 'Broken grinder', charge: null }],
        waitingCount: 1,
      },
    ])
  })

  it('lists the first twenty waiting lines, and their count', async () => {
    for (let index = 0; index < 21; index++)
      await insertAdjustment(services, { merchantId: 'mer_lines', amountMinor: 1, reason: `Line ${index}` })
    const [usd] = (await summary('mer_lines')).soFar
    expect(usd).toMatchObject({ adjustments: 21, waitingCount: 21 })
    expect(usd?.waiting).toHaveLength(20)
  })

  it('refuses a sum that is not exact', async () => {
    const huge = { merchantId: 'mer_huge', currency: 'usd', amountMinor: 2 ** 53 - 1 }
    await insertAdjustment(services, huge)
    expect((await summary('mer_huge')).soFar).toMatchObject([{ net: 2 ** 53 - 1 }])
    await insertAdjustment(services, huge)
    await expect(summary('mer_huge')).rejects.toThrow(RangeError)
  })
})

it('charges are cached for at most five minutes, with their time; waiting lines are not cached', async () => {
  services.clock.set('2026-03-11T12:00:00.000Z')
  const first = await summary('mer_none')
  await charge('mer_none', '2026-03-02T00:00:00.000Z', 1_500)
  services.clock.advance(5 * 60_000 - 1)
  expect(await summary('mer_none')).toMatchObject({ soFar: [], measuredAt: first.measuredAt })
  services.clock.advance(1)
  expect(await summary('mer_none')).toMatchObject({ soFar: [{ gross: 1_500 }], measuredAt: services.clock.now() })
  const { id } = await insertAdjustment(services, { merchantId: 'mer_none', amountMinor: -500 })
  expect(await summary('mer_none')).toMatchObject({ soFar: [{ gross: 1_500, adjustments: -500 }] })
  await services.db.delete(payoutAdjustments).where(eq(payoutAdjustments.id, id))
  expect(await summary('mer_none')).toMatchObject({ soFar: [{ gross: 1_500, adjustments: 0 }] })
})

describe('the last payout', () => {
  it('is the newest that the caller may see, dollars first', async () => {
    const sentAt = new Date('2026-03-04T00:00:00Z')
    await insertPayout(services, { merchantId: 'mer_a', id: 'pay_draft', period: '2026-02' })
    await insertPayout(services, {
      merchantId: 'mer_a',
      id: 'pay_eur',
      period: '2026-01',
      currency: 'eur',
      status: 'sent',
    })
    await insertPayout(services, { merchantId: 'mer_a', id: 'pay_jan', period: '2026-01', status: 'sent', sentAt })
    await insertPayout(services, { merchantId: 'mer_b', id: 'pay_b', period: '2026-01', status: 'confirmed' })
    expect((await summary('mer_a')).last).toMatchObject({ id: 'pay_draft', status: 'draft' })
    for (const actor of [owner, await asViewer(services, ['mer_a'])])
      expect((await summary('mer_a', actor)).last).toEqual({
        id: 'pay_jan',
        period: '2026-01',
        currency: 'usd',
        net: 2_900,
        status: 'sent',
        at: sentAt,
      })
  })

  it('and the month are refused to everyone else', async () => {
    for (const id of ['mer_b', 'mer_missing'])
      await expect(summary(id, owner)).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'MERCHANT' })
    await expect(summary('mer_missing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(summary('mer_a', await asCustomRole(services))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
