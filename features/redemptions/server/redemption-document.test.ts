import { describe, expect, it } from 'vitest'
import type { DocumentMap } from '@quaff/platform/shared/documents/document-values'
import { readRedemptionDocument } from './redemption-document'

const problemTexts = (problems: readonly { field: string; fault: string; level: string }[]) =>
  problems.map(({ field, fault, level }) => `${field} ${fault} ${level}`)
const day = (n: number) => ({ $time: `2024-01-0${n}T00:00:00.000Z` })
const times = { createdAt: day(1), updatedAt: day(2) }
const dates = { createdAt: new Date('2024-01-01T00:00:00Z'), updatedAt: new Date('2024-01-02T00:00:00Z') }

const whole = {
  merchantId: 'm1',
  locationId: 'l1',
  planId: 'p1',
  subscriptionId: 's1',
  redeemedAt: times.createdAt,
  method: 'barcode',
  status: 'completed',
}
const read = (details: DocumentMap = {}, path = 'users/u1/redemptions/r1') =>
  readRedemptionDocument({ path, data: { ...whole, ...details } })

describe('a redemption of the old system', () => {
  it('§3 is imported unchanged, as an event named by its path', () => {
    const { row, problems } = read()
    expect(problems).toEqual([])
    expect(row).toEqual({
      ...whole,
      id: 'r1',
      userId: 'u1',
      redeemedAt: dates.createdAt,
      eventId: 'document:users/u1/redemptions/r1',
    })
  })

  it('§3 has the default values where it has none', () => {
    expect(read({ method: null, status: null, locationId: null }).row).toMatchObject({
      method: undefined,
      status: undefined,
      locationId: null,
    })
  })

  it.each<[DocumentMap, string]>([
    [{ merchantId: null }, 'merchantId missing skipped'],
    [{ redeemedAt: null }, 'redeemedAt missing skipped'],
    [{ redeemedAt: 0 }, 'redeemedAt not_time skipped'],
    [{ redeemedAt: 'today' }, 'redeemedAt not_time skipped'],
    [{ redeemedAt: '2023-02-29T00:00:00Z' }, 'redeemedAt not_time skipped'],
    [{ status: 'done' }, 'status unknown_word skipped'],
  ])('is skipped with %j, because it would count on an unnamed day', (details, expected) => {
    const { row, problems } = read(details)
    expect([row, problemTexts(problems)]).toEqual([null, [expected]])
  })

  it('is imported with a note about a field of another type', () => {
    const { row, problems } = read({ method: {}, planId: [] })
    expect(row).toMatchObject({ method: undefined, planId: null })
    expect(problemTexts(problems).sort()).toEqual(['method not_text changed', 'planId not_text changed'])
  })

  it('§7 names its person itself at the top level', () => {
    expect(read({ userId: 'u5' }, 'redemptions/r1').row?.userId).toBe('u5')
    expect(read({}, 'redemptions/r1').row?.userId).toBeNull()
  })
})
