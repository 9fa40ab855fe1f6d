import { describe, expect, it } from 'vitest'
import type { DocumentMap } from '@quaff/platform/shared/documents/document-values'
import { readAuditDocument } from './audit-document'

const told = (problems: readonly { field: string; fault: string; level: string }[]) =>
  problems.map(({ field, fault, level }) => `${field} ${fault} ${level}`)
const day = (n: number) => ({ $time: `2024-01-0${n}T00:00:00.000Z` })
const times = { createdAt: day(1), updatedAt: day(2) }
const dates = { createdAt: new Date('2024-01-01T00:00:00Z'), updatedAt: new Date('2024-01-02T00:00:00Z') }

const whole = {
  action: 'create_plan',
  targetType: 'plan',
  targetId: 'p1',
  merchantId: 'm1',
  adminUserId: 'u1',
  adminEmail: 'ada@people.test',
  timestamp: times.createdAt,
}
const read = (facts: DocumentMap = {}) => readAuditDocument({ path: 'adminAuditLogs/g1', data: { ...whole, ...facts } })

describe('an entry of the old audit log', () => {
  it('§3 comes over as it is, and what else it says stays as what it said', () => {
    const { row, problems } = read({ notes: 'x', before: { a: 1 } })
    const { timestamp: _timestamp, ...named } = whole
    expect(problems).toEqual([])
    expect(row).toEqual({ id: 'g1', ...named, occurredAt: dates.createdAt, after: { notes: 'x', before: { a: 1 } } })
  })

  it('may name less', () => {
    const { row, problems } = readAuditDocument({
      path: 'adminAuditLogs/g1',
      data: { action: 'x', timestamp: times.createdAt },
    })
    expect(problems).toEqual([])
    expect(row).toMatchObject({
      targetType: '',
      targetId: '',
      merchantId: null,
      adminUserId: null,
      adminEmail: null,
      after: {},
    })
  })

  it.each<[DocumentMap, string]>([
    [{ action: null }, 'action missing aside'],
    [{ timestamp: null }, 'timestamp missing aside'],
    [{ timestamp: 3 }, 'timestamp not_time aside'],
  ])('%j keeps it aside', (facts, expected) => {
    const { row, problems } = read(facts)
    expect([row, told(problems)]).toEqual([null, [expected]])
  })
})
