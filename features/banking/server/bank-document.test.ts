import { describe, expect, it } from 'vitest'
import type { DocumentMap } from '@quaff/platform/shared/documents/document-values'
import { readBankDocument } from './bank-document'

const problemTexts = (problems: readonly { field: string; fault: string; level: string }[]) =>
  problems.map(({ field, fault, level }) => `${field} ${fault} ${level}`)
const day = (n: number) => ({ $time: `2024-01-0${n}T00:00:00.000Z` })
const times = { createdAt: day(1), updatedAt: day(2) }
const dates = { createdAt: new Date('2024-01-01T00:00:00Z'), updatedAt: new Date('2024-01-02T00:00:00Z') }

const number = '123456789012'
const banking = {
  routingNumber: '021 000 021',
  accountHolderName: 'Venue Ltd',
  accountType: 'savings',
  accountNumber: `••••${number.slice(-4)}`,
  encryptedAccountNumber: 'c2VjcmV0LWNpcGhlcg==',
  verificationStatus: 'verified',
  verifiedAt: times.createdAt,
  updatedAt: day(3),
}
const read = (details: DocumentMap | null = {}) =>
  readBankDocument({ path: 'merchants/m1', data: { ...times, banking: details && { ...banking, ...details } } })

describe('the bank details of an old merchant', () => {
  it('§3 is imported with the last four digits, never as verified', () => {
    const { row, problems } = read()
    expect(row).toEqual({
      merchantId: 'm1',
      accountHolderName: 'Venue Ltd',
      accountType: 'savings',
      routingNumber: '021000021',
      accountLast4: '9012',
      verificationStatus: null,
      verifiedAt: dates.createdAt,
      updatedAt: new Date('2024-01-03T00:00:00Z'),
    })
    expect(problemTexts(problems)).toEqual([
      'banking.encryptedAccountNumber secret_dropped note',
      'banking.accountNumber not_carried note',
    ])
  })

  it.each<[DocumentMap]>([
    [{ accountNumber: number }],
    [{ accountNumber: Number(number) }],
    [{ accountNumberEncrypted: number }],
    [{ accountNumber: `1234 5678 ${number.slice(8)}` }],
  ])('a full number appears neither in the row nor in a problem nor in the rest: %j', (details) => {
    const reading = read(details)
    const all = JSON.stringify(reading)
    expect(all).not.toContain(number)
    expect(all).not.toContain('12345678')
    expect(all).not.toContain(banking.encryptedAccountNumber)
    expect(reading.row?.accountLast4).toBe('9012')
  })

  it('without a time uses the merchant’s time and reports nothing', () => {
    const { row, problems } = read({ updatedAt: null, encryptedAccountNumber: null })
    expect([row?.updatedAt, problemTexts(problems)]).toEqual([
      dates.updatedAt,
      ['banking.accountNumber not_carried note'],
    ])
    const bare = readBankDocument({ path: 'merchants/m1', data: { banking: { accountType: 'checking' } } })
    expect(problemTexts(bare.problems)).toEqual([])
  })

  it('is null if there are no details', () => {
    expect(readBankDocument({ path: 'merchants/m1', data: { ...times } })).toMatchObject({ row: null, problems: [] })
    expect(read(null)).toMatchObject({ row: null, problems: [] })
    expect(
      problemTexts(readBankDocument({ path: 'merchants/m1', data: { ...times, banking: 'x' } }).problems),
    ).toContain('banking not_map changed')
  })
})
