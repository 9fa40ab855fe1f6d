import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertBankAccount } from '@quaff/features/banking/testing/bank-account-factory'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { exportBankFile } from '../../bank-file/server/bank-file'
import { listPeriods } from '../../generation/server/list-periods'
import { approvePayout, failPayout, markSent } from '../../progress/server/change-payout'
import { insertAdjustment, insertPayout } from '../../testing/payout-factory'
import { payouts } from '../tables'
import { getPayoutRun } from './read-payouts'

let services: TestServices
let admin: UserActor
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
  services.clock.set('2026-03-10T12:00:00.000Z')
  admin = await asAdmin(services)
  await insertMerchants(services, [{ id: 'mer_1' }, { id: 'mer_2' }])
  await insertBankAccount(services, { merchantId: 'mer_1', accountNumber: '12345678' })
})

const run = (cursor?: string) => getPayoutRun(contextAs(services, admin), { period: '2026-02', cursor })
const approved = { merchantId: 'mer_1', status: 'approved' } as const

async function download(currency = 'usd', again: string[] = []) {
  const file = await exportBankFile(contextAs(services, admin), { period: '2026-02', currency, again })
  let text = ''
  for await (const chunk of file.chunks) text += chunk
  return text
}

describe('the run of a month', () => {
  it('has the payouts of that month alone, with their account or why there is none', async () => {
    await insertPayout(services, { ...approved, id: 'pay_1' })
    await insertPayout(services, { merchantId: 'mer_2', id: 'pay_2' })
    await insertPayout(services, { merchantId: 'mer_2', id: 'pay_3', period: '2026-01' })
    expect((await run()).rows.map(({ id, accountLast4, bankProblem }) => [id, accountLast4, bankProblem])).toEqual([
      ['pay_2', null, 'No bank account on file'],
      ['pay_1', '5678', null],
    ])
  })

  it('sums the lines of a payout by kind and sign', async () => {
    await insertPayout(services, { merchantId: 'mer_1', id: 'pay_1' })
    const line = { merchantId: 'mer_1', payoutId: 'pay_1' }
    for (const amountMinor of [-1_500, -1_400])
      await insertAdjustment(services, { ...line, kind: 'refund', amountMinor })
    await insertAdjustment(services, { ...line, kind: 'dispute', amountMinor: -2_900 })
    await insertAdjustment(services, { ...line, kind: 'carry', amountMinor: 300 })
    await insertAdjustment(services, { ...line, kind: 'carry', amountMinor: -200 })
    const lines = (await run()).rows[0]?.lines ?? []
    expect(lines.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.amount - b.amount)).toEqual([
      { kind: 'carry', count: 1, amount: -200 },
      { kind: 'carry', count: 1, amount: 300 },
      { kind: 'dispute', count: 1, amount: -2_900 },
      { kind: 'refund', count: 2, amount: -2_900 },
    ])
  })

  it('shows why the bank returned a payment, and counts the attempt after a retry', async () => {
    const { version } = await insertPayout(services, { ...approved, id: 'pay_1' })
    const ctx = contextAs(services, admin)
    const sent = await markSent(ctx, { payoutId: 'pay_1', version })
    const failed = await failPayout(ctx, { payoutId: 'pay_1', version: sent.version, reason: 'Account closed (R02)' })
    expect((await run()).rows[0]).toMatchObject({
      status: 'failed',
      failureReason: 'Account closed (R02)',
      failedAttempts: 0,
    })
    await approvePayout(ctx, { payoutId: 'pay_1', version: failed.version })
    expect((await run()).rows[0]).toMatchObject({ status: 'approved', failureReason: null, failedAttempts: 1 })
  })

  it('pages through a month of more payouts than a page holds, each once', async () => {
    const merchants = Array.from({ length: 501 }, (_, index) => ({ id: `mer_many_${index}` }))
    await insertMerchants(services, merchants)
    for (const { id } of merchants) await insertPayout(services, { merchantId: id })
    const first = await run()
    const second = await run(first.nextCursor ?? undefined)
    expect([first.rows.length, second.rows.length, second.nextCursor]).toEqual([500, 1, null])
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(501)
  })

  it('is refused to owners', async () => {
    const owner = await asOwner(services, ['mer_1'])
    await expect(getPayoutRun(contextAs(services, owner), { period: '2026-02' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})

describe('the bank files of a run', () => {
  it('keep count, sum and checksum of what was downloaded, also after a payout failed', async () => {
    const { version } = await insertPayout(services, { ...approved, id: 'pay_1', grossMinor: 2_900 })
    await insertBankAccount(services, { merchantId: 'mer_2' })
    await insertPayout(services, { merchantId: 'mer_2', status: 'approved', grossMinor: 1_100 })
    await insertPayout(services, { merchantId: 'mer_2', status: 'approved', currency: 'eur', grossMinor: 700 })
    const text = await download()
    expect(text.trim().split('\r\n')).toHaveLength(3)
    const ctx = contextAs(services, admin)
    const sent = await markSent(ctx, { payoutId: 'pay_1', version })
    const failed = await failPayout(ctx, { payoutId: 'pay_1', version: sent.version, reason: 'Account closed' })
    await approvePayout(ctx, { payoutId: 'pay_1', version: failed.version })
    services.clock.set('2026-03-10T12:01:00.000Z')
    await download()
    await download('eur')
    expect((await run()).files.map(({ currency, count, sumMinor }) => [currency, count, sumMinor])).toEqual([
      ['usd', 2, 4_000],
      ['usd', 1, 2_900],
      ['eur', 1, 700],
    ])
    expect((await run()).files[0]).toMatchObject({ format: 'csv', checksum: expect.stringMatching(/^[0-9a-f]{8}$/) })
  })

  it('are not written down when nothing was downloaded', async () => {
    await insertPayout(services, { merchantId: 'mer_2', status: 'approved' })
    await expect(download()).rejects.toMatchObject({ reason: 'NOTHING_TO_PAY' })
    expect((await run()).files).toEqual([])
  })
})

it('each ended month has the sums of its payouts by currency and status', async () => {
  await insertPayout(services, { merchantId: 'mer_1', grossMinor: 2_900 })
  await insertPayout(services, { merchantId: 'mer_2', grossMinor: 100 })
  await insertPayout(services, { merchantId: 'mer_2', grossMinor: 70, currency: 'eur', status: 'sent' })
  const { periods } = await listPeriods(contextAs(services, admin))
  expect(periods[0]).toMatchObject({
    period: '2026-02',
    payoutCount: 3,
    sums: [
      { currency: 'usd', status: 'draft', count: 2, net: 3_000 },
      { currency: 'eur', status: 'sent', count: 1, net: 70 },
    ],
  })
  expect(periods[1]).toMatchObject({ period: '2026-01', payoutCount: 0, sums: [] })
  expect(await services.db.$count(payouts)).toBe(3)
})
