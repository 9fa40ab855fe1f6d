import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inputShape, outputShape } from './field-schemas'
import { line, lines, phone, whole } from './form-fields'
import { chosenOf, cleanTexts, defineRecord, labelled, ownFieldsOf, readTexts } from './record'

const fields = {
  name: labelled('Name', line({ missing: 'Enter a name' })),
  phone: labelled('Phone', phone(), { nullable: true }),
  radius: labelled('Radius', whole(1, 9, 'Between 1 and 9'), { nullable: true, key: 'radiusMeters' }),
  notes: labelled('Notes', lines(20), { nullable: true }),
}
type Stored = {
  name: string
  phone: string | null
  radiusMeters: number | null
  notes: string | null
  position: { north: number; east: number } | null
  tags: string[]
}
const stored: Stored = { name: 'Bar', phone: null, radiusMeters: 5, notes: 'Ring', position: null, tags: ['a'] }

const own = ownFieldsOf<Stored>()
const form = defineRecord<Stored>()({
  ...fields,
  position: own({
    label: 'Position',
    empty: { north: '', east: '' },
    read: ({ position }) => ({ north: String(position?.north ?? ''), east: String(position?.east ?? '') }),
    send: ({ north, east }) => (north === '' ? null : { north: Number(north), east: Number(east) }),
    errors: ({ north, east }) => (north !== '' && east === '' ? { east: 'Enter both' } : {}),
    show: ({ north, east }) => `${north}/${east}`,
  }),
  tags: chosenOf<Stored>()('Tags', 'tags', [], (tags) => tags.join(' and ')),
})
const before = form.read(stored)

describe('the form of a record', () => {
  it('begins empty', () => {
    expect(form.empty).toEqual({ name: '', phone: '', radius: '', notes: '', north: '', east: '', tags: [] })
  })

  it('reads a stored record as text', () => {
    expect(before).toEqual({ name: 'Bar', phone: '', radius: '5', notes: 'Ring', north: '', east: '', tags: ['a'] })
  })

  it('sends only changed fields by the server’s names, and null for emptied ones', () => {
    expect(form.changes(before, before)).toEqual({})
    expect(form.hasChanges(before, before)).toBe(false)
    const after = { ...before, name: ' Bar 2 ', radius: '', notes: ' ', north: '1', east: '2', tags: [] }
    expect(form.changes(after, before)).toEqual({
      name: 'Bar 2',
      radiusMeters: null,
      notes: null,
      position: { north: 1, east: 2 },
      tags: [],
    })
    expect(form.hasChanges(after, before)).toBe(true)
  })

  it('sends all fields of a new record', () => {
    expect(form.input({ ...form.empty, name: 'New', radius: '3' })).toEqual({
      name: 'New',
      phone: null,
      radiusMeters: 3,
      notes: null,
      position: null,
      tags: [],
    })
  })

  it('reports faults by the form’s field, but not those that an import left', () => {
    const wrong = { ...form.empty, phone: 'x', radius: '12', north: '1' }
    const phoneText = 'Enter a phone number, such as +44 20 7946 0958 or (415) 555-2671.'
    expect(form.errors(wrong)).toEqual({
      name: 'Enter a name',
      phone: phoneText,
      radius: 'Between 1 and 9',
      east: 'Enter both',
    })
    expect(form.errors(wrong, wrong)).toEqual({ name: 'Enter a name' })
  })

  it('has the labels of a merge in the order of the form', () => {
    const { labels, show, times } = form.mergeLabels
    expect(Object.entries(labels).map((entry) => entry.join(': '))).toEqual([
      'name: Name',
      'phone: Phone',
      'radius: Radius',
      'notes: Notes',
      'north: Position',
      'east: Position',
      'tags: Tags',
    ])
    const after = { ...before, north: '1', east: '2', tags: ['a', 'b'] }
    expect([show['Position']?.(after), show['Tags']?.(after), times]).toEqual(['1/2', 'a and b', []])
  })

  it.each([
    ['name', 'name'],
    ['radiusMeters', 'radius'],
    ['position', 'north'],
    ['position.east', 'east'],
    ['tags.1', 'tags.1'],
    ['unknown', 'unknown'],
  ])('finds the field for a refusal of %s', (path, field) => {
    expect(form.fieldOf(path)).toBe(field)
  })
})

describe('the server', () => {
  it('reads and writes fields by its own names', () => {
    const input = z.strictObject(inputShape(fields))
    expect(input.parse({ name: ' Bar ', phone: null, radiusMeters: 3 })).toEqual({
      name: 'Bar',
      phone: null,
      radiusMeters: 3,
    })
    expect(input.safeParse({}).error?.issues.map(({ path }) => path)).toEqual([['name']])
    expect(input.safeParse({ name: 'Bar', radius: 3 }).success).toBe(false)
    expect(z.strictObject(outputShape(fields)).safeParse({ ...stored, position: 1 }).success).toBe(false)
    const { position: _position, tags: _tags, ...plain } = stored
    expect(z.strictObject(outputShape(fields)).parse(plain)).toEqual(plain)
  })

  it('cleans texts, keeps line breaks, and stores a blank nullable text as null', () => {
    expect(cleanTexts(fields, { name: ' a\u0000b ', phone: ' ', notes: ' x \r\n\u0007y ', other: ' o ' })).toEqual({
      name: 'a b',
      phone: null,
      notes: 'x\ny',
      other: ' o ',
    })
    expect(cleanTexts(fields, { radiusMeters: 4 })).toEqual({ radiusMeters: 4 })
  })

  it('reads texts of a stored document', () => {
    const read = (value: unknown) => (typeof value === 'string' ? value : null)
    expect(readTexts(fields, { name: 'a', phone: 4, radiusMeters: 3 }, read)).toEqual({
      name: 'a',
      phone: null,
      notes: null,
    })
  })
})
