import { parse } from 'csv-parse/sync'
import { desc, eq } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { userActivity } from '@quaff/features/activity/tables'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import { insertBankAccount } from '@quaff/features/banking/testing/bank-account-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listPayouts } from '../../server/reading/read-payouts'
import { payouts } from '../../server/tables'
import { insertPayout, type PayoutDetails } from '../../testing/payout-factory'
import { exportBankFile } from './bank-file'

const checksumOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)

let services: TestServices
let admin: UserActor
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
  services.clock.set('2026-03-10T12:00:00.000Z')
  admin = await asAdmin(services)
})

type Payee = { name?: string; bank?: Partial<typeof merchantBankAccounts.$inferInsert> & { accountNumber?: string } }
/** Inserts an approved payout of 29.00 for February. Its merchant has complete details unless `bank` overrides them. */
async function insertApproved(id: string, payee: Payee | null = {}, details: Partial<PayoutDetails> = {}) {
  const merchantId = `mer_${id}`
  await insertMerchant(services, { id: merchantId, name: payee?.name ?? `Bar ${id}` })
  if (payee) await insertBankAccount(services, { merchantId, ...payee.bank })
  await insertPayout(services, { merchantId, id: `pay_${id}`, status: 'approved', ...details })
}

async function download(currency = 'usd', actor = admin, again: string[] = []) {
  const file = await exportBankFile(contextAs(services, actor), { period: '2026-02', currency, again })
  let text = ''
  for await (const chunk of file.chunks) text += chunk
  const rows: Record<string, string>[] = parse(text, { columns: true, record_delimiter: '\r\n' })
  return { ...file, text, rows }
}
const stored = async (id: string) =>
  (
    await services.db
      .select()
      .from(payouts)
      .where(eq(payouts.id, `pay_${id}`))
  )[0]
const audits = () =>
  services.db
    .select()
    .from(adminAuditLogs)
    .where(eq(adminAuditLogs.action, 'export_bank_file'))
    .orderBy(desc(adminAuditLogs.sequence))

describe('the bank file', () => {
  it('keeps names unchanged, full numbers with leading zeros, and the amount to pay', async () => {
    await insertApproved('a', {
      name: '=1+1 "Ünï" Bar',
      bank: {
        routingNumber: '000012345',
        accountNumber: '000111222333',
        accountHolderName: '@Holder',
        accountType: 'savings',
      },
    })
    const { text, fileName, contentType } = await download()
    expect({ fileName, contentType }).toEqual({
      fileName: `bank-file-2026-02-usd-${checksumOf(text)}.csv`,
      contentType: 'text/csv; charset=utf-8',
    })
    expect(text).toBe(
      'Payout,Merchant,Account Holder,Routing Number,Account Number,Account Type,Amount,Currency,Reference\r\n' +
        `pay_a,"=1+1 ""Ünï"" Bar",@Holder,000012345,000111222333,savings,29.00,USD,Quaff 2026-02\r\n`,
    )
  })

  it.each(['+Plus Coffee', '-Minus Bar', '@home', '=1+1', '\t=1'])(
    'writes the holder %j without the apostrophe of other exports',
    async (accountHolderName) => {
      await insertApproved('a', { bank: { accountHolderName } })
      expect((await download()).rows).toMatchObject([{ 'Account Holder': accountHolderName.trim() }])
    },
  )

  it('returns a control total: count, sum and the checksum that the audit log and file name contain', async () => {
    await insertApproved('a')
    await insertApproved('b')
    const { text, headers, fileName } = await download()
    const total = { count: 2, sumMinor: 5_800, checksum: checksumOf(text) }
    expect(JSON.parse(headers?.['x-control-total'] ?? '')).toEqual(total)
    expect(fileName).toContain(total.checksum)
    expect((await audits())[0]?.after).toMatchObject({ ...total, format: 'csv' })
  })

  it.each([
    ['usd', '29.00'],
    ['jpy', '2900'],
    ['kwd', '2.900'],
  ])('writes amounts in the digits of %s', async (currency, amount) => {
    await insertApproved('a', {}, { currency })
    expect((await download(currency)).rows).toMatchObject([{ Amount: amount, Currency: currency.toUpperCase() }])
  })

  it('contains only approved payouts above zero of the month and currency, by merchant', async () => {
    await insertApproved('b', { name: 'Zebra' })
    await insertApproved('a', { name: 'alder' })
    for (const status of ['draft', 'sent', 'confirmed', 'failed'] as const) await insertApproved(status, {}, { status })
    await insertApproved('zero', {}, { grossMinor: 0 })
    await insertApproved('below', {}, { grossMinor: 0, adjustmentsMinor: -1 })
    await insertApproved('euro', {}, { currency: 'eur' })
    await insertApproved('earlier', {}, { period: '2026-01' })
    expect((await download()).rows.map((row) => row['Payout'])).toEqual(['pay_a', 'pay_b'])
  })

  it('leaves out merchants with a missing or incomplete account, and counts them', async () => {
    await insertApproved('a')
    await insertApproved('none', null)
    await insertApproved('number', { bank: { accountNumberEncrypted: null, keyId: null } })
    await insertApproved('routing', { bank: { routingNumber: ' ' } })
    expect((await download()).rows.map((row) => row['Payout'])).toEqual(['pay_a'])
    expect((await audits())[0]?.after).toMatchObject({ count: 1, leftOut: 3, sumMinor: 2_900 })
    for (const id of ['none', 'number', 'routing'])
      expect(await stored(id)).toMatchObject({ exportedAt: null, paidToLast4: null })
  })

  it('names the merchant when the account has no holder', async () => {
    await insertApproved('a', { name: 'Half Moon', bank: { accountHolderName: ' ' } })
    expect((await download()).rows).toMatchObject([{ 'Account Holder': 'Half Moon' }])
  })

  it('marks the payouts in it, and leaves status and version to "Mark as sent"', async () => {
    await insertApproved('a', { bank: { accountNumber: '000111229876' } })
    await download()
    expect(await stored('a')).toMatchObject({
      status: 'approved',
      version: 1,
      exportedAt: services.clock.now(),
      paidToLast4: '9876',
    })
    services.clock.advance(60_000)
    await download('usd', admin, ['pay_a'])
    expect((await stored('a'))?.exportedAt).toEqual(services.clock.now())
  })

  it('leaves out payouts of an earlier file unless they are requested by id', async () => {
    await insertApproved('a')
    await insertApproved('b')
    await download()
    await insertApproved('new')
    expect((await download()).rows.map((row) => row['Payout'])).toEqual(['pay_new'])
    await expect(download('usd', admin, ['pay_other'])).rejects.toMatchObject({ reason: 'NOTHING_TO_PAY' })
    expect((await download('usd', admin, ['pay_b'])).rows.map((row) => row['Payout'])).toEqual(['pay_b'])
    expect((await audits()).map(({ after }) => after)).toMatchObject([
      { payoutIds: ['pay_b'], againIds: ['pay_b'], leftOut: 2 },
      { payoutIds: ['pay_new'], leftOut: 2 },
      { payoutIds: ['pay_a', 'pay_b'], leftOut: 0 },
    ])
  })

  it('leaves out accounts whose number cannot be decrypted, as the list announces', async () => {
    await insertApproved('a')
    await insertApproved('moved', { name: 'Moved Bar' })
    const [own] = await services.db.select().from(merchantBankAccounts)
    await services.db
      .update(merchantBankAccounts)
      .set({ accountNumberEncrypted: own?.accountNumberEncrypted ?? null })
      .where(eq(merchantBankAccounts.merchantId, 'mer_moved'))
    expect((await download()).rows.map((row) => row['Payout'])).toEqual(['pay_a'])
    const { rows } = await listPayouts(contextAs(services, admin), { limit: 25, cursor: null })
    expect(rows.map(({ merchantName, bankProblem }) => [merchantName, bankProblem])).toEqual([
      ['Moved Bar', 'Re-enter the account number'],
      ['Bar a', null],
    ])
    expect(await stored('moved')).toMatchObject({ exportedAt: null, paidToLast4: null })
  })

  it('is audited and logged as an activity before its first byte, without any account digits', async () => {
    await insertApproved('a', { bank: { accountNumber: '000111229876', routingNumber: '987654320' } })
    await exportBankFile(contextAs(services, admin), { period: '2026-02', currency: 'usd' })
    const [entry] = await audits()
    expect(entry).toMatchObject({
      targetType: 'bank_file',
      targetId: '2026-02-usd',
      merchantId: null,
      adminUserId: admin.userId,
      after: { period: '2026-02', currency: 'usd', count: 1, leftOut: 0, payoutIds: ['pay_a'], sumMinor: 2_900 },
    })
    const [noted] = await services.db.select().from(userActivity).where(eq(userActivity.userId, admin.userId))
    expect(noted).toMatchObject({ action: 'export', details: { what: 'bank_file', format: 'csv' } })
    expect(JSON.stringify([entry, noted, services.log.lines])).not.toMatch(/9876|987654320/)
  })
})

describe('no bank file', () => {
  const nothingIsWritten = async () => {
    expect(await audits()).toEqual([])
    expect(await services.db.$count(userActivity)).toBe(0)
    expect(await stored('a')).toMatchObject({ exportedAt: null, paidToLast4: null })
  }

  it('is created when the sign-in is older than five minutes', async () => {
    await insertApproved('a')
    services.clock.advance(5 * 60_000)
    expect((await download()).rows).toHaveLength(1)
    await services.database.truncate()
    admin = await asAdmin(services)
    await insertApproved('a')
    services.clock.advance(5 * 60_000 + 1)
    await expect(download()).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'SIGN_IN_AGAIN' })
    await nothingIsWritten()
  })

  it('is created for anyone but administrators, even for their own merchants', async () => {
    await insertApproved('a')
    for (const actor of [
      await asOwner(services, ['mer_a']),
      await asViewer(services, ['mer_a']),
      await asCustomRole(services),
    ])
      await expect(download('usd', actor)).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'ROLE' })
    await nothingIsWritten()
  })

  it('is created when nothing can be paid', async () => {
    await insertApproved('a', null)
    const refusal = {
      code: 'CONFLICT',
      reason: 'NOTHING_TO_PAY',
      message: 'No approved USD payouts of February 2026 are left for a new file.',
    }
    await expect(download()).rejects.toMatchObject(refusal)
    await expect(download('eur')).rejects.toMatchObject({ reason: 'NOTHING_TO_PAY' })
    await nothingIsWritten()
  })

  it('is created for the twenty-first request within ten minutes', async () => {
    await insertApproved('a')
    for (let times = 0; times < 20; times += 1) await download('usd', admin, ['pay_a'])
    await expect(download()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  it('is created when its sum is not exact', async () => {
    const huge = { grossMinor: 2 ** 53 - 1 }
    await insertApproved('a', {}, huge)
    await insertApproved('b', {}, huge)
    await expect(download()).rejects.toThrow('is too large')
    await nothingIsWritten()
  })
})
