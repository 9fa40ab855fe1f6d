import { describe, expect, it } from 'vitest'
import type { DocumentMap } from '@quaff/platform/shared/documents/document-values'
import { readPlanDocument, readPriceDocument } from './plan-document'

const problemTexts = (problems: readonly { field: string; fault: string; level: string }[]) =>
  problems.map(({ field, fault, level }) => `${field} ${fault} ${level}`)
const day = (n: number) => ({ $time: `2024-01-0${n}T00:00:00.000Z` })
const times = { createdAt: day(1), updatedAt: day(2) }
const dates = { createdAt: new Date('2024-01-01T00:00:00Z'), updatedAt: new Date('2024-01-02T00:00:00Z') }

const price = { amount: 2_900, currency: 'EUR', interval: 'year', intervalCount: 2, active: false, ...times }
const pricePath = 'merchants/m1/subscriptionPlans/p1/prices/c1'
const readPrice = (details: DocumentMap = {}) => readPriceDocument({ path: pricePath, data: { ...price, ...details } })
const readPlan = (data: DocumentMap) => readPlanDocument({ path: 'merchants/m1/subscriptionPlans/p1', data })

describe('a plan of the old system', () => {
  it('§3 is imported with what we know as columns and all else as it is', () => {
    const { row, problems } = readPlan({ name: 'Daily Cup', active: false, drinks: 30, extra: { a: [1] }, ...times })
    expect(problems).toEqual([])
    expect(row).toEqual({
      id: 'p1',
      merchantId: 'm1',
      name: 'Daily Cup',
      active: false,
      fields: { drinks: 30, extra: { a: [1] } },
      ...dates,
    })
  })

  it.each<[DocumentMap, string, object]>([
    [{ ...times }, 'name missing changed', { name: 'Unknown Plan', active: true }],
    [{ name: 'x', prices: { monthly: 900 }, ...times }, 'prices not_carried changed', {}],
    [{ name: 'x', active: 'yes', ...times }, 'active not_true_or_false changed', { active: true }],
    [{ name: 'x' }, 'createdAt missing changed', { createdAt: new Date(0) }],
    [{ name: 'x', ...times, updatedAt: 'soon' }, 'updatedAt not_time changed', { updatedAt: dates.createdAt }],
    [{ name: 'a\u0000b', ...times }, 'name controls_removed changed', { name: 'a b' }],
    [{ name: '👋'.repeat(300), ...times }, 'name too_long changed', { name: '👋'.repeat(250) }],
    [{ name: `x${'👋'.repeat(300)}`, ...times }, 'name too_long changed', { name: `x${'👋'.repeat(249)}` }],
  ])('%j is reported', (data, expected, details) => {
    const { row, problems } = readPlan(data)
    expect(problemTexts(problems)).toEqual([expected])
    expect(row).toMatchObject(details)
  })
})

describe('a price of the old system', () => {
  it('keeps a currency that is no longer used, and reports it', () => {
    const { row, problems } = readPrice({ currency: 'XXQ' })
    expect(row).toMatchObject({ currency: 'xxq' })
    expect(problemTexts(problems)).toEqual(['currency unknown_currency note'])
  })

  it('§3 is imported as it is', () => {
    const { row, problems } = readPrice()
    expect(problems).toEqual([])
    expect(row).toEqual({
      id: 'c1',
      planId: 'p1',
      amountMinor: 2_900,
      currency: 'eur',
      interval: 'year',
      intervalCount: 2,
      active: false,
    })
  })

  it('§3 has the words of the specification where it has none', () => {
    const { row, problems } = readPriceDocument({ path: pricePath, data: { amount: 0 } })
    expect(problems).toEqual([])
    expect(row).toMatchObject({ amountMinor: 0, currency: 'usd', interval: 'month', intervalCount: 1, active: true })
  })

  it.each<[DocumentMap, string]>([
    [{ amount: null }, 'amount missing skipped'],
    [{ amount: 29.99 }, 'amount fraction skipped'],
    [{ amount: '29.99' }, 'amount not_number skipped'],
    [{ amount: -5 }, 'amount out_of_range skipped'],
    [{ amount: 1_000_000_001 }, 'amount out_of_range skipped'],
    [{ currency: 'dollars' }, 'currency unknown_word skipped'],
    [{ currency: 840 }, 'currency unknown_word skipped'],
    [{ interval: 'quarter' }, 'interval unknown_word skipped'],
    [{ intervalCount: 37 }, 'intervalCount out_of_range skipped'],
    [{ intervalCount: 0.5 }, 'intervalCount fraction skipped'],
  ])('%j is skipped, and no amount is guessed', (details, expected) => {
    const { row, problems } = readPrice(details)
    expect(row).toBeNull()
    expect(problemTexts(problems)).toEqual([expected])
  })
})
