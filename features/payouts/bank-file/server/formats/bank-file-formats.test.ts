import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertBankAccount } from '@quaff/features/banking/testing/bank-account-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { platformSettings } from '@quaff/features/settings/tables'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { BankFileInput } from '../../../bank-file-contract'
import { insertPayout, type PayoutDetails } from '../../../testing/payout-factory'
import { exportBankFile, getBankFileFit } from '../bank-file'

let services: TestServices
let admin: UserActor
beforeAll(async () => {
  services = await createTestServices()
})
const payer = {
  payerName: 'Quaff Größe & Co.',
  payerBic: 'COBADEFFXXX',
  achBankRouting: '091000019',
  achCompanyId: '1123456789',
}
beforeEach(async () => {
  await services.database.truncate()
  services.clock.set('2026-03-13T12:05:00.000Z')
  admin = await asAdmin(services)
  const updatedAt = services.clock.now()
  const rows = Object.entries(payer).map(([key, value]) => {
    return { key, value: sql`${JSON.stringify(value)}::jsonb`, updatedAt }
  })
  await services.db.insert(platformSettings).values(rows)
})

type Bank = { routingNumber?: string; accountNumber?: string; accountHolderName?: string; accountType?: string }
async function insertApproved(id: string, bank: Bank = {}, details: Partial<PayoutDetails> = {}) {
  const merchantId = `mer_${id}`
  await insertMerchant(services, { id: merchantId, name: `Bar ${id}` })
  await insertBankAccount(services, { merchantId, ...bank })
  await insertPayout(services, { merchantId, id: `pay_${id}`, status: 'approved', ...details })
}
async function download(input: Omit<BankFileInput, 'period'>) {
  const file = await exportBankFile(contextAs(services, admin), { period: '2026-02', ...input })
  let text = ''
  for await (const chunk of file.chunks) text += chunk
  return { ...file, text }
}
const audits = () => services.db.select().from(adminAuditLogs)

describe('a NACHA file', () => {
  const nacha = { currency: 'usd', format: 'nacha' } as const
  /** Fields by their positions in the Nacha Operating Rules, counted from 1. */
  const field = (record: string | undefined, from: number, to: number) => record?.slice(from - 1, to)
  const readRecords = async () => {
    const { text } = await download(nacha)
    const records = text.split('\r\n')
    expect(records.pop()).toBe('')
    return records
  }

  it('has records of 94 ASCII characters in blocks of ten, filled with nines', async () => {
    for (let index = 0; index < 8; index += 1) await insertApproved(`${index}`)
    const records = await readRecords()
    expect(records).toHaveLength(20)
    for (const record of records) expect(record).toMatch(/^[ -~]{94}$/)
    expect(records.map((record) => record[0]).join('')).toBe('156666666689' + '9'.repeat(8))
    expect(records.slice(-8)).toEqual(Array(8).fill('9'.repeat(94)))
    expect(field(records[11], 8, 13)).toBe('000002')
  })

  it('names bank, company and date in its headers', async () => {
    await insertApproved('a')
    const [file, batch] = await readRecords()
    expect(field(file, 1, 3)).toBe('101')
    expect([field(file, 4, 13), field(file, 14, 23)]).toEqual([' 091000019', '1123456789'])
    expect(field(file, 24, 40)).toBe('2603131205S094101')
    expect(field(file, 64, 86)).toBe('QUAFF GROSSE + CO.'.padEnd(23))
    expect(field(batch, 1, 20)).toBe('5220QUAFF GROSSE + C')
    expect([field(batch, 41, 50), field(batch, 51, 53)]).toEqual(['1123456789', 'CCD'])
    // The next bank day after Friday, March 13.
    expect(field(batch, 70, 75)).toBe('260316')
    expect([field(batch, 79, 79), field(batch, 80, 87), field(batch, 88, 94)]).toEqual(['1', '09100001', '0000001'])
  })

  it('pays each account the net amount, and its control totals add up', async () => {
    await insertApproved('a', {
      routingNumber: '021000021',
      accountNumber: '000111222333',
      accountHolderName: 'Café A',
    })
    await insertApproved('b', { routingNumber: '122105155', accountType: 'savings' }, { grossMinor: 123_456 })
    const [, , one, other, batch, file] = await readRecords()
    expect([field(one, 2, 3), field(one, 4, 12), field(one, 13, 29)]).toEqual(['22', '021000021', '000111222333     '])
    expect([field(one, 30, 39), field(one, 40, 54), field(one, 55, 76)]).toEqual([
      '0000002900',
      'PAY-A'.padEnd(15),
      'CAFE A'.padEnd(22),
    ])
    expect([field(one, 79, 79), field(one, 80, 94)]).toEqual(['0', '091000010000001'])
    expect([field(other, 2, 3), field(other, 30, 39), field(other, 80, 94)]).toEqual([
      '32',
      '0000123456',
      '091000010000002',
    ])
    const totals = '0014310517' + '0'.repeat(12) + '000000126356'
    expect(field(batch, 1, 44)).toBe(`8220000002${totals}`)
    expect([field(batch, 45, 54), field(batch, 80, 94)]).toEqual(['1123456789', '091000010000001'])
    expect(field(file, 1, 55)).toBe(`900000100000100000002${totals}`)
  })

  it('leaves out accounts without a valid US routing number, with a reason, and CSV still pays them', async () => {
    await insertApproved('a')
    await insertApproved('uk', { routingNumber: '200000', accountNumber: '12345678' })
    await insertApproved('long', { accountNumber: '1'.repeat(18) })
    const fit = await getBankFileFit(contextAs(services, admin), { period: '2026-02', ...nacha })
    expect(fit).toEqual({
      missingSettings: [],
      unfit: [
        { payoutId: 'pay_long', reason: 'Account number is too long for ACH: pay it by CSV' },
        { payoutId: 'pay_uk', reason: 'No valid US routing number: pay it by CSV' },
      ],
    })
    await download(nacha)
    expect((await audits()).at(-1)?.after).toMatchObject({ payoutIds: ['pay_a'], leftOut: 2, format: 'nacha' })
    expect((await download({ currency: 'usd' })).text).toMatch(/pay_long.*\r\npay_uk/)
  })
})

describe('a pain.001 file', () => {
  const pain = { currency: 'eur', format: 'pain001', payerIban: 'DE89 3704 0044 0532 0130 00' } as const
  const french = { routingNumber: 'PSSTFRPPPAR', accountNumber: 'FR1420041010050500013M02606' }

  it('pays the net amounts by SEPA transfers from the entered IBAN', async () => {
    await insertApproved('a', { ...french, accountHolderName: 'Łódź <Bar> & Søn' }, { currency: 'eur' })
    await insertApproved('b', { accountNumber: 'NO9386011117947' }, { currency: 'eur', grossMinor: 100_005 })
    const { text, fileName, contentType } = await download(pain)
    expect([fileName, contentType]).toEqual([
      expect.stringMatching(/^bank-file-2026-02-eur-[\da-f]{8}\.xml$/),
      'application/xml; charset=utf-8',
    ])
    const totals = '<NbOfTxs>2</NbOfTxs><CtrlSum>1029.05</CtrlSum>'
    const flat = text.replaceAll('\n', '')
    expect(flat).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>' +
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>' +
        `<GrpHdr><MsgId>Quaff-2026-02-20260313120500</MsgId><CreDtTm>2026-03-13T12:05:00</CreDtTm>${totals}` +
        '<InitgPty><Nm>Quaff Grosse + Co.</Nm></InitgPty></GrpHdr>' +
        `<PmtInf><PmtInfId>Quaff-2026-02-20260313120500</PmtInfId><PmtMtd>TRF</PmtMtd>${totals}` +
        '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt><Dt>2026-03-16</Dt></ReqdExctnDt>' +
        '<Dbtr><Nm>Quaff Grosse + Co.</Nm></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct>' +
        '<DbtrAgt><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>' +
        '<CdtTrfTxInf><PmtId><EndToEndId>pay-a</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">29.00</InstdAmt></Amt>' +
        '<Cdtr><Nm>Lodz Bar + Son</Nm></Cdtr><CdtrAcct><Id><IBAN>FR1420041010050500013M02606</IBAN></Id></CdtrAcct>' +
        '<RmtInf><Ustrd>Quaff 2026-02</Ustrd></RmtInf></CdtTrfTxInf>' +
        '<CdtTrfTxInf><PmtId><EndToEndId>pay-b</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">1000.05</InstdAmt></Amt>' +
        '<Cdtr><Nm>A Bar LLC</Nm></Cdtr><CdtrAcct><Id><IBAN>NO9386011117947</IBAN></Id></CdtrAcct>' +
        '<RmtInf><Ustrd>Quaff 2026-02</Ustrd></RmtInf></CdtTrfTxInf>' +
        '</PmtInf></CstmrCdtTrfInitn></Document>',
    )
  })

  it('leaves out accounts without a valid SEPA IBAN, with a reason', async () => {
    await insertApproved('a', french, { currency: 'eur' })
    await insertApproved('us', {}, { currency: 'eur' })
    await insertApproved('wrong', { accountNumber: 'FR1420041010050500013M02607' }, { currency: 'eur' })
    await insertApproved('far', { accountNumber: 'SC18SSCB11010000000000001497USD' }, { currency: 'eur' })
    const fit = await getBankFileFit(contextAs(services, admin), { period: '2026-02', ...pain })
    expect(fit.unfit).toEqual([
      { payoutId: 'pay_far', reason: 'IBAN outside the SEPA area: pay it by CSV' },
      { payoutId: 'pay_us', reason: 'No valid IBAN: pay it by CSV' },
      { payoutId: 'pay_wrong', reason: 'No valid IBAN: pay it by CSV' },
    ])
    await download(pain)
    expect((await audits()).at(-1)?.after).toMatchObject({ payoutIds: ['pay_a'], leftOut: 3, payerLast4: '3000' })
    expect(JSON.stringify(await audits())).not.toContain('DE89370400')
  })

  it('is not created without a valid IBAN to pay from', async () => {
    await insertApproved('a', french, { currency: 'eur' })
    for (const payerIban of [undefined, '', 'DE89370400440532013001', 'SC18SSCB11010000000000001497USD'])
      await expect(download({ ...pain, payerIban })).rejects.toMatchObject({ reason: 'PAYER_IBAN' })
  })
})

describe('a bank format', () => {
  it('names the platform settings it lacks, and refuses', async () => {
    await services.db.delete(platformSettings)
    await insertApproved('a')
    const ctx = contextAs(services, admin)
    const missingOf = async (format: 'nacha' | 'pain001' | 'csv') =>
      (await getBankFileFit(ctx, { period: '2026-02', currency: 'usd', format })).missingSettings
    expect(await missingOf('nacha')).toEqual(['Company name', 'Your bank’s routing number', 'ACH company ID'])
    expect([await missingOf('pain001'), await missingOf('csv')]).toEqual([['Company name'], []])
    await expect(download({ currency: 'usd', format: 'nacha' })).rejects.toMatchObject({
      reason: 'PAYER_SETTINGS',
      message: 'Add these in the platform settings first: Company name, Your bank’s routing number, ACH company ID.',
    })
  })

  it('is refused for a currency other than its own', async () => {
    for (const [format, currency] of [
      ['nacha', 'eur'],
      ['pain001', 'usd'],
    ] as const)
      await expect(download({ format, currency })).rejects.toMatchObject({ reason: 'FORMAT_CURRENCY' })
  })

  it('is checked by administrators only', async () => {
    const owner = contextAs(services, await asOwner(services, ['mer_a']))
    await expect(getBankFileFit(owner, { period: '2026-02', currency: 'usd' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})
