import { describe, expect, it } from 'vitest'
import type { DocumentMap, DocumentValue } from '@quaff/platform/shared/documents/document-values'
import { readSubscriptionDocument, writeSubscriptionDocument } from './subscription-document'

const at = (text: string): DocumentValue => ({ $time: text })
const whole: DocumentMap = {
  subscriptionId: 's1',
  merchantId: 'm1',
  planId: 'p1',
  status: 'active',
  amount: 2_900,
  currency: 'CHF',
  interval: 'month',
  intervalCount: 1,
  priceDetails: { amount: 3_900, currency: 'EUR', interval: 'year', intervalCount: 2 },
  createdAt: at('2024-01-01T00:00:00.000Z'),
  updatedAt: at('2024-02-01T00:00:00.000Z'),
  currentPeriodStart: at('2024-02-01T00:00:00.000Z'),
  currentPeriodEnd: 1_709_251_200,
}
const read = (details: DocumentMap = {}, path = 'users/u1/subscriptions/s1') => {
  const { row, problems } = readSubscriptionDocument({ path, data: { ...whole, ...details } })
  return { row, told: problems.map(({ field, fault, level }) => `${field} ${fault} ${level}`) }
}

describe('a subscription of the old system', () => {
  it('§3 is imported unchanged', () => {
    const { row, told } = read()
    expect(told).toEqual([])
    expect(row).toEqual({
      id: 's1',
      merchantId: 'm1',
      planId: 'p1',
      userId: 'u1',
      status: 'active',
      amountMinor: 2_900,
      currency: 'chf',
      interval: 'month',
      intervalCount: 1,
      priceDetails: { amount: 3_900, currency: 'eur', interval: 'year', intervalCount: 2 },
      cancelReason: null,
      cancelAtPeriodEnd: false,
      cancelAt: null,
      createdAt: new Date('2024-01-01T00:00:00Z'),
      updatedAt: new Date('2024-02-01T00:00:00Z'),
      currentPeriodStart: new Date('2024-02-01T00:00:00Z'),
      currentPeriodEnd: new Date('2024-03-01T00:00:00Z'),
    })
  })

  it.each<[DocumentMap, string]>([
    [{ merchantId: null }, 'merchantId missing skipped'],
    [{ merchantId: '' }, 'merchantId missing skipped'],
    [{ status: null }, 'status missing skipped'],
    [{ status: 'paused' }, 'status unknown_word skipped'],
    [{ status: 'Active' }, 'status unknown_word skipped'],
    [{ amount: 29.99 }, 'amount fraction skipped'],
    [{ amount: '2900' }, 'amount not_number skipped'],
    [{ amount: -1 }, 'amount out_of_range skipped'],
    [{ amount: 2_147_483_648 }, 'amount out_of_range skipped'],
    [{ amount: { $int: '9007199254740993' } }, 'amount out_of_range skipped'],
    [{ amount: { $double: 'NaN' } }, 'amount not_number skipped'],
    [{ currency: 'dollars' }, 'currency unknown_word skipped'],
    [{ currency: '€' }, 'currency unknown_word skipped'],
    [{ interval: 'fortnight' }, 'interval unknown_word skipped'],
    [{ intervalCount: 0 }, 'intervalCount out_of_range skipped'],
    [{ intervalCount: 1.5 }, 'intervalCount fraction skipped'],
    [{ priceDetails: { amount: 9.5 } }, 'priceDetails.amount fraction skipped'],
    [{ currentPeriodStart: 'soon' }, 'currentPeriodStart not_time skipped'],
    [{ currentPeriodEnd: 5 }, 'currentPeriodEnd not_time skipped'],
  ])('is skipped with %j', (details, expected) => {
    const { row, told } = read(details)
    expect(row).toBeNull()
    expect(told).toContain(expected)
  })

  it.each<[DocumentMap, string]>([
    [{ createdAt: 'soon' }, 'createdAt not_time changed'],
    [{ updatedAt: 5 }, 'updatedAt not_time changed'],
    [{ priceDetails: 'x' }, 'priceDetails not_map changed'],
    [{ planId: { a: 1 } }, 'planId not_text changed'],
    [{ currentPeriodStart: null }, 'currentPeriodStart missing changed'],
    [{ status: 'canceled', currentPeriodEnd: 'soon' }, 'currentPeriodEnd not_time changed'],
  ])('is imported with a note about %j', (details, expected) => {
    const { row, told } = read(details)
    expect(row).not.toBeNull()
    expect(told).toEqual([expected])
  })

  it('§3 has the epoch for a missing period, which is always reported', () => {
    const { row, told } = read({ currentPeriodStart: null, currentPeriodEnd: null })
    expect([row?.currentPeriodStart, row?.currentPeriodEnd]).toEqual([new Date(0), new Date(0)])
    expect(told).toHaveLength(2)
  })

  it('keeps absent fields absent, because the price has fallbacks', () => {
    const { row, told } = read({
      amount: null,
      currency: null,
      interval: null,
      intervalCount: null,
      priceDetails: null,
    })
    expect(told).toEqual([])
    expect(row).toMatchObject({
      amountMinor: null,
      currency: null,
      interval: null,
      intervalCount: null,
      priceDetails: null,
    })
  })

  it.each([
    ['with the period', { cancelAtPeriodEnd: true }],
    ['at a time', { cancelAt: at('2024-02-20T00:00:00.000Z') }],
    ['of nothing', {}],
  ])('exports a scheduled end %s as it was imported', (_, scheduled) => {
    const { row } = read(scheduled)
    const written = row && writeSubscriptionDocument(row)
    expect([written?.['cancelAtPeriodEnd'], written?.['cancelAt']]).toEqual([
      'cancelAtPeriodEnd' in scheduled ? true : undefined,
      'cancelAt' in scheduled ? scheduled.cancelAt : undefined,
    ])
    expect(written && read(written).row).toMatchObject({
      cancelAt: row?.cancelAt,
      cancelAtPeriodEnd: row?.cancelAtPeriodEnd,
    })
  })

  it('§7 names its person by id or by reference at the top level', () => {
    expect(read({ userId: 'u7' }, 'subscriptions/s1').row?.userId).toBe('u7')
    expect(
      read({ userId: { $ref: 'users/u8' }, merchantId: { $ref: 'merchants/m9' } }, 'subscriptions/s1').row,
    ).toMatchObject({ userId: 'u8', merchantId: 'm9' })
  })
})
