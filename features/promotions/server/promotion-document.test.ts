import { describe, expect, it } from 'vitest'
import type { DocumentMap } from '@quaff/platform/shared/documents/document-values'
import { readPromotionDocument } from './promotion-document'

const problemTexts = (problems: readonly { field: string; fault: string; level: string }[]) =>
  problems.map(({ field, fault, level }) => `${field} ${fault} ${level}`)
const day = (n: number) => ({ $time: `2024-01-0${n}T00:00:00.000Z` })
const times = { createdAt: day(1), updatedAt: day(2) }
const dates = { createdAt: new Date('2024-01-01T00:00:00Z'), updatedAt: new Date('2024-01-02T00:00:00Z') }

const read = (data: DocumentMap, id = 'happy_hour') =>
  readPromotionDocument({ path: `merchants/m1/promotions/${id}`, data })

describe('a promotion of the old system', () => {
  it('§3 is imported as it is', () => {
    const { row, problems } = read({
      enabled: true,
      metadata: { percent: 20 },
      updatedBy: { $ref: 'users/u1' },
      ...times,
    })
    expect(problems).toEqual([])
    expect(row).toEqual({
      merchantId: 'm1',
      promotionId: 'happy_hour',
      enabled: true,
      metadata: { percent: 20 },
      updatedAt: dates.updatedAt,
      updatedBy: 'u1',
    })
  })

  it('§3 that is switched off has no metadata', () => {
    expect(read({ enabled: false, metadata: { percent: 20 }, ...times }).row).toMatchObject({
      enabled: false,
      metadata: null,
    })
  })

  it('that we do not run is skipped', () => {
    const { row, problems } = read({ enabled: true, ...times }, 'two_for_one')
    expect([row, problemTexts(problems)]).toEqual([null, ['promotionId unknown_word skipped']])
  })

  it.each<[DocumentMap, string]>([
    [{ enabled: 'true', ...times }, 'enabled not_true_or_false changed'],
    [{ enabled: true, metadata: 'x', ...times }, 'metadata not_map changed'],
    [{ enabled: true, updatedBy: [], ...times }, 'updatedBy not_text changed'],
  ])('%j is reported', (data, expected) => {
    const { row, problems } = read(data)
    expect([row !== null, problemTexts(problems)]).toEqual([true, [expected]])
  })
})
