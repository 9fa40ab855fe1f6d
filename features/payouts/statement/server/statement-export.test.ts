import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { amountsOf } from '../../amount-rules'
import { insertAdjustment, insertCharge, insertPayout } from '../../testing/payout-factory'
import { exportStatement } from './statement-export'

let services: TestServices
let admin: UserActor
let owner: UserActor

beforeAll(async () => {
  services = await createTestServices()
  await insertMerchant(services, { id: 'mer_a', name: '=HYPERLINK("http://evil") Ünï ☕ Café' })
  await insertMerchant(services, { id: 'mer_b' })
  admin = await asAdmin(services)
  owner = await asOwner(services, ['mer_a'])
  await insertUser(services, { id: 'usr_ana', displayName: '+Ana "The\nCup", Pereira' })
  await insertPlan(services, { id: 'pln_a', merchantId: 'mer_a', name: '@Täglich' })
})

type Row = Record<string, string>
async function chunksOf(payoutId: string, actor: UserActor) {
  const file = await exportStatement(contextAs(services, actor), { payoutId, format: 'csv' })
  const chunks: string[] = []
  for await (const chunk of file.chunks) chunks.push(String(chunk))
  return { chunks, text: chunks.join('') }
}
const rowsOf = async (payoutId: string, actor = admin): Promise<Row[]> =>
  parse((await chunksOf(payoutId, actor)).text, { columns: true, bom: true, record_delimiter: '\r\n' })

const minor = (text: string) => BigInt(text.replace('.', ''))
const sumOf = (rows: readonly Row[], lines: readonly string[]) =>
  rows.filter((row) => lines.includes(row['Line'] ?? '')).reduce((sum, row) => sum + minor(row['Amount'] ?? ''), 0n)
/** The sums of the renewals, of the gross and of the parts of the net, and the net. */
const added = (rows: readonly Row[]) => [
  sumOf(rows, ['Renewal', 'Late renewal']),
  sumOf(rows, ['Gross']),
  sumOf(rows, ['Gross', 'Platform fee', 'Adjustment']),
  sumOf(rows, ['Net']),
]

type Money = { currency: string; charges: readonly number[]; adjustments: readonly number[]; basisPoints: number }
async function insertStatement(id: string, { currency, charges, adjustments, basisPoints }: Money) {
  const merchantId = 'mer_a'
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const payout = { id, merchantId, currency, status: 'approved', period: `20${id.slice(-2)}-02` } as const
  const { gross, net } = amountsOf(sum(charges), basisPoints, sum(adjustments))
  await insertPayout(services, {
    ...payout,
    grossMinor: gross,
    feeBasisPoints: basisPoints,
    adjustmentsMinor: sum(adjustments),
    renewalCount: charges.length,
  })
  for (const amountMinor of charges)
    await insertCharge(services, {
      merchantId,
      payoutId: id,
      userId: 'usr_ana',
      planId: 'pln_a',
      currency,
      amountMinor,
    })
  for (const amountMinor of adjustments)
    await insertAdjustment(services, { merchantId, payoutId: id, currency, amountMinor })
  return net
}

describe('the lines of a statement', () => {
  it.each([
    ['pay_10', { currency: 'usd', charges: [2_900, 1_099, -500, 1], adjustments: [-450, 1_000], basisPoints: 275 }],
    ['pay_11', { currency: 'jpy', charges: [900, 980], adjustments: [-7], basisPoints: 333 }],
    ['pay_12', { currency: 'kwd', charges: [1_250, 999], adjustments: [5], basisPoints: 1_050 }],
    ['pay_13', { currency: 'usd', charges: [-2_900], adjustments: [], basisPoints: 275 }],
    ['pay_14', { currency: 'usd', charges: Array(40).fill(2_147_483_647), adjustments: [-1], basisPoints: 9_999 }],
    ['pay_15', { currency: 'eur', charges: [], adjustments: [-300], basisPoints: 275 }],
  ] as const)('%s add up to its net, to the last digit', async (id, money) => {
    const net = await insertStatement(id, money)
    const rows = await rowsOf(id)
    const gross = BigInt(money.charges.reduce((sum: number, amount) => sum + amount, 0))
    expect(added(rows)).toEqual([gross, gross, BigInt(net), BigInt(net)])
    const closing = ['Gross', 'Platform fee', ...money.adjustments.map(() => 'Adjustment'), 'Net']
    expect(rows.map((row) => row['Line']).slice(money.charges.length)).toEqual(closing)
    expect(new Set(rows.map((row) => row['Currency']))).toEqual(new Set([money.currency.toUpperCase()]))
  })

  it('are a workbook with numbers and plain text on request', async () => {
    await insertStatement('pay_27', { currency: 'kwd', charges: [1_250], adjustments: [-5], basisPoints: 0 })
    const file = await exportStatement(contextAs(services, admin), { payoutId: 'pay_27', format: 'xlsx' })
    const pieces: Buffer[] = []
    for await (const piece of file.chunks) pieces.push(Buffer.from(piece))
    const [sheet] = (await readXlsx(Buffer.concat(pieces))).sheets
    const [headings = [], ...rows] = sheet?.rows ?? []
    const shown = rows.map((row) =>
      ['Line', 'Merchant', 'Amount', 'Currency'].map((name) => row[headings.indexOf(name)]),
    )
    const merchant = '=HYPERLINK("http://evil") Ünï ☕ Café'
    expect(shown).toEqual([
      ['Late renewal', merchant, 1.25, 'KWD'],
      ['Gross', merchant, 1.25, 'KWD'],
      ['Platform fee', merchant, 0, 'KWD'],
      ['Adjustment', merchant, -0.005, 'KWD'],
      ['Net', merchant, 1.245, 'KWD'],
    ])
  })

  it('contain a fee of 0 and a net of 0 when there are no charges', async () => {
    await insertStatement('pay_16', { currency: 'usd', charges: [], adjustments: [], basisPoints: 0 })
    expect((await rowsOf('pay_16')).map((row) => [row['Line'], row['Amount'], row['Note']])).toEqual([
      ['Gross', '0.00', ''],
      ['Platform fee', '0.00', '0%'],
      ['Net', '0.00', ''],
    ])
  })

  it('are safe against formulas, keep every character of a name, and keep amounts as numbers', async () => {
    const money = { currency: 'usd', charges: [2_900], adjustments: [-500], basisPoints: 275 }
    await insertStatement('pay_26', money)
    await inTransaction(services, (tx) =>
      writeRedemptions(services, tx, [
        { id: 'red_1', merchantId: 'mer_a', userId: 'usr_ana', redeemedAt: new Date('2026-02-03T10:00:00Z') },
      ]),
    )
    const name = '\'+Ana "The\nCup", Pereira'
    const blank = {
      Statement: '2026-02-USD-PAY26',
      Merchant: '\'=HYPERLINK("http://evil") Ünï ☕ Café',
      Period: '2026-02',
      'Date (UTC)': '',
      'Until (UTC)': '',
      Subscriber: '',
      Plan: '',
      Location: '',
      Note: '',
      Currency: 'USD',
    }
    expect(await rowsOf('pay_26')).toEqual([
      {
        ...blank,
        Line: 'Renewal',
        'Date (UTC)': '2026-02-10 08:00:00',
        'Until (UTC)': '2026-03-10 08:00:00',
        Subscriber: name,
        Plan: "'@Täglich",
        Amount: '29.00',
      },
      {
        ...blank,
        Line: 'Redemption',
        'Date (UTC)': '2026-02-03 10:00:00',
        Subscriber: name,
        Plan: 'Unknown Plan',
        Location: 'Unknown Location',
        Amount: '0.00',
      },
      { ...blank, Line: 'Gross', Amount: '29.00' },
      { ...blank, Line: 'Platform fee', Note: '2.75%', Amount: '-0.80' },
      {
        ...blank,
        Line: 'Adjustment',
        'Date (UTC)': services.clock.now().toISOString().slice(0, 19).replace('T', ' '),
        Note: 'Broken grinder',
        Amount: '-5.00',
      },
      { ...blank, Line: 'Net', Amount: '23.20' },
    ])
  })

  it('show local times in the platform’s zone, which the headings name', async () => {
    const zoned = { ...services, settings: { ...services.settings, timeZone: 'America/New_York' } }
    const file = await exportStatement(contextAs(zoned, admin), { payoutId: 'pay_26', format: 'csv' })
    const chunks: string[] = []
    for await (const chunk of file.chunks) chunks.push(String(chunk))
    const rows: Row[] = parse(chunks.join(''), { columns: true, bom: true, record_delimiter: '\r\n' })
    expect(rows[0]).toMatchObject({
      'Date (America/New_York)': '2026-02-10 03:00:00',
      'Until (America/New_York)': '2026-03-10 04:00:00',
    })
  })

  it('shorten names for merchant roles, and omit names of erased users', async () => {
    const viewer = await asViewer(services, ['mer_a'])
    for (const actor of [owner, viewer]) {
      const { text } = await chunksOf('pay_26', actor)
      expect(text).toContain("'+Ana P.")
      expect(text).not.toContain('Pereira')
    }
    const erased = { displayName: null, erasedAt: services.clock.now() }
    await services.db.update(users).set(erased).where(eq(users.id, 'usr_ana'))
    expect((await rowsOf('pay_26', owner)).map((row) => row['Subscriber'])).toEqual(['', '', '', '', '', ''])
  })

  it('abort when they differ from the statement’s totals', async () => {
    await insertPayout(services, { id: 'pay_less', merchantId: 'mer_a', period: '2024-01', grossMinor: 2_901 })
    await insertCharge(services, { merchantId: 'mer_a', payoutId: 'pay_less' })
    await expect(chunksOf('pay_less', admin)).rejects.toThrow('don’t add up')
    expect(services.log.lines.at(-1)).toMatchObject({ event: 'statement_differs', details: { payoutId: 'pay_less' } })
  })
})

it('is streamed page by page, with an audit row and an activity entry before the first one', async () => {
  const merchantId = 'mer_b'
  await insertPayout(services, { id: 'pay_long', merchantId, grossMinor: 900 * 7, renewalCount: 900 })
  await services.db.execute(sql`
    insert into subscription_charges (subscription_id, period_start, period_end, merchant_id, amount_minor, currency, recorded_at)
    select 'sub_' || n, '2026-02-10', '2026-03-10', ${merchantId}, 7, 'usd', '2026-02-10' from generate_series(1, 900) n`)
  await services.db.execute(sql`
    insert into payout_charges (subscription_id, period_start, payout_id)
    select subscription_id, period_start, 'pay_long' from subscription_charges where merchant_id = ${merchantId}`)
  const { chunks, text } = await chunksOf('pay_long', admin)
  expect(chunks.length).toBeGreaterThanOrEqual(5)
  const rows: Row[] = parse(text, { columns: true, bom: true })
  expect(added(rows)).toEqual([6_300n, 6_300n, 6_300n, 6_300n])

  const foreign = await asOwner(services, [merchantId])
  const audits = () => services.db.$count(adminAuditLogs, eq(adminAuditLogs.action, 'export_statement'))
  const before = await audits()
  await exportStatement(contextAs(services, admin), { payoutId: 'pay_long', format: 'csv' })
  expect(await audits()).toBe(before + 1)
  const noted = await services.db.select().from(userActivity).where(eq(userActivity.userId, admin.userId))
  const expected = { action: 'export', details: expect.objectContaining({ what: 'statement', format: 'csv' }) }
  expect(noted).toContainEqual(expect.objectContaining(expected))
  for (const [actor, payoutId] of [
    [foreign, 'pay_long'],
    [foreign, 'pay_10'],
    [admin, 'pay_missing'],
  ] as const)
    await expect(exportStatement(contextAs(services, actor), { payoutId, format: 'csv' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  expect(await audits()).toBe(before + 1)
})
