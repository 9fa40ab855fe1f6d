import { describe, expect, it } from 'vitest'
import type { DocumentMap } from '@quaff/platform/shared/documents/document-values'
import { readApplicationDocument, readMerchantDocument } from './merchant-document'

const problemTexts = (problems: readonly { field: string; fault: string; level: string }[]) =>
  problems.map(({ field, fault, level }) => `${field} ${fault} ${level}`)
const day = (n: number) => ({ $time: `2024-01-0${n}T00:00:00.000Z` })
const times = { createdAt: day(1), updatedAt: day(2) }
const dates = { createdAt: new Date('2024-01-01T00:00:00Z'), updatedAt: new Date('2024-01-02T00:00:00Z') }

const whole: DocumentMap = {
  name: 'Café Zürich',
  description: 'Coffee\nand more',
  status: 'active',
  needsReview: true,
  ownerId: 'u1',
  applicationId: { $ref: 'merchantApplications/a1' },
  applicationStatus: 'approved',
  logoUrl: 'https://pictures.test/a.png',
  contactInfo: {
    email: 'v@people.test',
    phone: 41_440_000_000,
    website: 'https://v.test',
    businessType: 'kiosk',
    businessName: 'V Ltd',
    taxId: 'CH-1',
  },
  address: { street: 'Seeweg 1', street2: 'Hof', city: 'Zürich', state: 'ZH', zip: 8_001, country: 'CH' },
  settings: { isLive: true, allowMultipleLocations: false, requireLocationCheck: true, timeZone: 'Asia/Kolkata' },
  branding: { logoUrl: 'https://pictures.test/b.png', logoMarkUrl: 'https://pictures.test/c.png', updatedAt: day(3) },
  banking: { accountNumber: '123456789012' },
  ...times,
}
const read = (details: DocumentMap = {}) =>
  readMerchantDocument({ path: 'merchants/m1', data: { ...whole, ...details } })

describe('a merchant of the old system', () => {
  it('§3 is imported as it is, but for the bank', () => {
    const { row, problems } = read()
    expect(problems).toEqual([])
    expect(row).toEqual({
      id: 'm1',
      name: 'Café Zürich',
      description: 'Coffee\nand more',
      status: 'active',
      statusChangedAt: dates.updatedAt,
      needsReview: true,
      ownerId: 'u1',
      applicationId: 'a1',
      applicationStatus: 'approved',
      contactEmail: 'v@people.test',
      contactPhone: '41440000000',
      website: 'https://v.test',
      businessType: 'kiosk',
      businessName: 'V Ltd',
      taxId: 'CH-1',
      address: { line1: 'Seeweg 1', line2: 'Hof', city: 'Zürich', region: 'ZH', postalCode: '8001', country: 'CH' },
      isLive: true,
      allowMultipleLocations: false,
      requireLocationCheck: true,
      timeZone: 'Asia/Kolkata',
      logoUrl: 'https://pictures.test/a.png',
      brandingLogoUrl: 'https://pictures.test/b.png',
      brandingLogoMarkUrl: 'https://pictures.test/c.png',
      brandingUpdatedAt: new Date('2024-01-03T00:00:00Z'),
      ...dates,
    })
    expect(JSON.stringify(read())).not.toContain('123456789012')
  })

  it('of almost nothing is imported with what the specification says instead', () => {
    const { row, problems } = readMerchantDocument({
      path: 'merchants/m1',
      data: {},
      createTime: '2023-05-01T00:00:00Z',
    })
    expect(problemTexts(problems)).toEqual(['name missing changed'])
    expect(row).toMatchObject({
      name: 'Unknown Merchant',
      status: 'pending_review',
      isLive: false,
      address: {},
      createdAt: new Date('2023-05-01T00:00:00Z'),
    })
  })

  it.each<[DocumentMap, string, object]>([
    [{ status: 'blocked' }, 'status unknown_word changed', { status: 'archived' }],
    [{ applicationStatus: 'maybe' }, 'applicationStatus unknown_word changed', { applicationStatus: null }],
    [{ needsReview: 'no' }, 'needsReview not_true_or_false changed', { needsReview: false }],
    [{ settings: [] }, 'settings not_map changed', { isLive: false, allowMultipleLocations: true }],
    [{ settings: { isLive: 1 } }, 'settings.isLive not_true_or_false changed', { isLive: false }],
    [{ settings: { timeZone: 'Mars/Olympus' } }, 'settings.timeZone unknown_word changed', { timeZone: null }],
    [{ contactInfo: 'x' }, 'contactInfo not_map changed', { contactEmail: null }],
    [{ contactInfo: { email: [] } }, 'contactInfo.email not_text changed', { contactEmail: null }],
    [{ branding: { updatedAt: 7 } }, 'branding.updatedAt not_time changed', { brandingUpdatedAt: null }],
    [{ address: ['x'] }, 'address not_map changed', { address: {} }],
    [{ address: { city: 'a\u0000' } }, 'address.city controls_removed changed', { address: { city: 'a ' } }],
    [{ createdAt: '2023-02-30T00:00:00Z' }, 'createdAt not_time changed', { createdAt: dates.updatedAt }],
  ])('%j is reported, and it is imported', (details, expected, part) => {
    const { row, problems } = read(details)
    expect(problemTexts(problems)).toEqual([expected])
    expect(row).toMatchObject(part)
  })

  it('has its name from its business, and its address from one line', () => {
    expect(read({ name: null }).row?.name).toBe('V Ltd')
    expect(read({ address: 'Seeweg 1, Zürich' }).row?.address).toEqual({ line1: 'Seeweg 1, Zürich' })
  })
})

describe('an application of the old system', () => {
  const readApplication = (data: DocumentMap) => readApplicationDocument({ path: 'merchantApplications/a1', data })

  it('§3 is imported as it is', () => {
    const data = {
      userId: 'u1',
      merchantId: 'm1',
      status: 'approved',
      business: { name: 'V', seats: 3 },
      settings: { a: true },
      ...times,
    }
    const { row, problems } = readApplication(data)
    expect(problems).toEqual([])
    expect(row).toEqual({ ...data, id: 'a1', ...dates })
  })

  it.each<[DocumentMap, string]>([
    [{ status: 'maybe' }, 'status unknown_word changed'],
    [{ business: 'x' }, 'business not_map changed'],
    [{ settings: [] }, 'settings not_map changed'],
    [{ userId: {} }, 'userId not_text changed'],
  ])('%j is reported, and it is imported', (details, expected) => {
    const { row, problems } = readApplication({ ...times, ...details })
    expect([row?.status, problemTexts(problems)]).toEqual(['pending_setup', [expected]])
  })
})
