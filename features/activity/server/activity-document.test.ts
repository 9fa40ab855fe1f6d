import { describe, expect, it } from 'vitest'
import type { DocumentMap } from '@quaff/platform/shared/documents/document-values'
import { readActivityDocument } from './activity-document'

const problemTexts = (problems: readonly { field: string; fault: string; level: string }[]) =>
  problems.map(({ field, fault, level }) => `${field} ${fault} ${level}`)
const day = (n: number) => ({ $time: `2024-01-0${n}T00:00:00.000Z` })
const times = { createdAt: day(1), updatedAt: day(2) }
const dates = { createdAt: new Date('2024-01-01T00:00:00Z'), updatedAt: new Date('2024-01-02T00:00:00Z') }

const whole = {
  userId: 'u1',
  action: 'login',
  timestamp: times.createdAt,
  details: { from: 'web' },
  userAgent: 'Browser',
}
const read = (details: DocumentMap = {}) =>
  readActivityDocument({ path: 'userActivity/a1', data: { ...whole, ...details } })

describe('user activity of the old system', () => {
  it('§3 is imported unchanged', () => {
    const { row, problems } = read()
    expect(problems).toEqual([])
    expect(row).toEqual({
      id: 'a1',
      userId: 'u1',
      action: 'login',
      occurredAt: dates.createdAt,
      details: { from: 'web' },
      userAgent: 'Browser',
    })
  })

  it('keeps details that are text, and reports those of an unknown type', () => {
    expect(read({ details: 'from the web' }).row?.details).toEqual({ text: 'from the web' })
    expect(read({ details: null }).row?.details).toEqual({})
    expect(read({ details: { $map: { $time: 'x' } } }).row?.details).toEqual({ $time: 'x' })
    for (const details of [5, ['x'], true]) {
      const { row, problems } = read({ details })
      expect([row?.details, problemTexts(problems)]).toEqual([{}, ['details not_map changed']])
    }
  })

  it.each<[DocumentMap, string]>([
    [{ userId: null }, 'userId missing skipped'],
    [{ action: '' }, 'action missing skipped'],
    [{ timestamp: null }, 'timestamp missing skipped'],
    [{ timestamp: 'x' }, 'timestamp not_time skipped'],
  ])('is skipped with %j', (details, expected) => {
    const { row, problems } = read(details)
    expect([row, problemTexts(problems)]).toEqual([null, [expected]])
  })
})
