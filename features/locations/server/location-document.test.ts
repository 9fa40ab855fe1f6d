import { describe, expect, it } from 'vitest'
import type { DocumentMap } from '@quaff/platform/shared/documents/document-values'
import { readLocationDocument } from './location-document'

const problemTexts = (problems: readonly { field: string; fault: string; level: string }[]) =>
  problems.map(({ field, fault, level }) => `${field} ${fault} ${level}`)
const day = (n: number) => ({ $time: `2024-01-0${n}T00:00:00.000Z` })
const times = { createdAt: day(1), updatedAt: day(2) }
const dates = { createdAt: new Date('2024-01-01T00:00:00Z'), updatedAt: new Date('2024-01-02T00:00:00Z') }

const read = (data: DocumentMap, path = 'merchants/m1/locations/l1') => readLocationDocument({ path, data })

describe('a location of the old system', () => {
  it('§3 is imported with all its fields', () => {
    const { row, problems } = read({ name: 'Am See', hours: { mon: ['08:00'] }, phone: null, ...times })
    expect(problems).toEqual([])
    expect(row).toEqual({
      id: 'l1',
      merchantId: 'm1',
      name: 'Am See',
      fields: { hours: { mon: ['08:00'] }, phone: null },
      ...dates,
    })
  })

  it.each(['coordinates', 'location', 'geo', 'geopoint', 'position'])('has its place from %s', (name) => {
    expect(read({ name: 'x', [name]: { $geo: [47.5, 8.5] }, ...times }).row?.fields).toMatchObject({
      coordinates: { latitude: 47.5, longitude: 8.5 },
    })
  })

  it('has none from what is no place', () => {
    expect(read({ name: 'x', geo: { $geo: ['a'] }, location: 'Zürich', ...times }).row?.fields).toEqual({
      geo: { $geo: ['a'] },
      location: 'Zürich',
    })
  })

  it('§7 at the top names its merchant itself; without one it is skipped', () => {
    expect(read({ name: 'x', merchantId: { $ref: 'merchants/m7' }, ...times }, 'locations/l1').row).toMatchObject({
      merchantId: 'm7',
    })
    const { row, problems } = read({ name: 'x', ...times }, 'locations/l1')
    expect([row, problemTexts(problems)]).toEqual([null, ['merchantId missing skipped']])
  })

  it('without a name, or a time, is reported', () => {
    expect(problemTexts(read({ ...times }).problems)).toEqual(['name missing changed'])
    expect(problemTexts(read({ name: ['x'], ...times }).problems)).toEqual([
      'name not_text changed',
      'name missing changed',
    ])
    expect(problemTexts(read({ name: 'x', createdAt: 'x', updatedAt: 'y' }).problems)).toEqual([
      'createdAt not_time changed',
      'updatedAt not_time changed',
    ])
  })
})
