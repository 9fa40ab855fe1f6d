import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importColumns } from './import-contract'
import { readColumns, readRow } from './import-rules'

function read(values: Partial<Record<(typeof importColumns)[number], string>>, taken = new Set<string>()) {
  const { columns } = readColumns(importColumns)
  return readRow(
    2,
    importColumns.map((column) => values[column] ?? ''),
    columns,
    taken,
  )
}

describe('the header', () => {
  it('finds columns whatever their case, blanks and order, and names those it does not know', () => {
    const { columns, unknown } = readColumns(['City', 'Postal code', 'NAME*', 'time_zone', 'Owner', '', 'name'])
    expect([...columns]).toEqual([
      ['city', 0],
      ['postalCode', 1],
      ['name', 2],
      ['timeZone', 3],
    ])
    expect(unknown).toEqual([4, 5, 6])
  })

  it('is what was said by hand before what it says itself, each column once', () => {
    const byHand = [
      { position: 0, column: 'name' },
      { position: 1, column: null },
      { position: 3, column: 'name' },
      { position: 9, column: 'mon' },
    ] as const
    const { columns, unknown } = readColumns(['Filiale', 'City', 'Name', 'Chef'], byHand)
    expect([...columns]).toEqual([['name', 0]])
    expect(unknown).toEqual([0, 1, 2, 3])
  })
})

describe('a row', () => {
  it('becomes the fields of a location', () => {
    const row = read({
      name: 'Harbour',
      line1: '1 Quay',
      city: 'Kiel',
      phone: '+49 431 1',
      latitude: '54.3',
      longitude: '10.1',
      timeZone: 'Europe/Berlin',
      mon: '07:00-12:00 13:00-19:00',
      tue: 'closed',
    })
    expect(row.errors).toEqual([])
    expect(row).toMatchObject({
      line: 2,
      name: 'Harbour',
      address: '1 Quay, Kiel',
      hours: 'Mon 07:00–12:00 and 13:00–19:00, Tue–Sun closed',
    })
    expect(row.fields).toMatchObject({
      address: { line1: '1 Quay', city: 'Kiel' },
      phone: '+49 431 1',
      timeZone: 'Europe/Berlin',
      coordinates: { latitude: 54.3, longitude: 10.1 },
    })
    expect(row.fields.hours?.tue).toEqual([])
  })

  it.each([
    ['(+44) 20 7946 0958', '(+44) 20 7946 0958'],
    ['415–555–2671', '415-555-2671'],
    ['415‑555‑2671', '415-555-2671'],
    ['tel:+14155552671', '+14155552671'],
    ['٠٥٠١٢٣٤٥٦٧', '0501234567'],
    ['０３−１２３４−５６７８', '03-1234-5678'],
    ['1-800-FLOWERS', '1-800-FLOWERS'],
    ['+1 415 555 2671,12', '+1 415 555 2671 ext. 12'],
    ['\u202a+41 44 668 18 00\u202c', '+41 44 668 18 00'],
    ['\u2068+1 415 555 2671\u2069', '+1 415 555 2671'],
    ['+1\ufe0d-555-123-4567', '+1-555-123-4567'],
  ])('has the phone number %j as %j', (phone, stored) => {
    expect(read({ name: 'Harbour', phone })).toMatchObject({ errors: [], fields: { phone: stored } })
  })

  it('without hours leaves them unknown', () => {
    const row = read({ name: 'Harbour' })
    expect(row.fields).toEqual({})
    expect(row.hours).toBe('')
  })

  it('says what is wrong, column by column', () => {
    const row = read({
      name: '',
      timeZone: 'Kiel',
      latitude: '54,3',
      longitude: '',
      mon: 'early',
      tue: '07:00-12:00 11:00-13:00',
      phone: '1'.repeat(33),
    })
    expect(row.errors.map(({ column }) => column)).toEqual([
      'name',
      'phone',
      'mon',
      'tue',
      'latitude',
      'longitude',
      'timeZone',
    ])
  })

  it('whose name is taken is flagged, by a stored one or an earlier line', () => {
    const taken = new Set(['harbour'])
    expect(read({ name: ' HARBOUR ' }, taken).isDuplicate).toBe(true)
    expect(read({ name: 'Station' }, taken).isDuplicate).toBe(false)
    expect(read({ name: 'station' }, taken).isDuplicate).toBe(true)
  })

  it('SEARCH-FORMS: whose name is taken in another form is flagged', () => {
    const taken = new Set<string>()
    const names = [
      'Café Noël',
      'Cafe\u0301  Noe\u0308l',
      'Noel Cafe',
      'Joe’s',
      "Joe's",
      'Łódź',
      'Lodz',
      'Straße',
      'Strasse 2',
    ]
    expect(names.filter((name) => read({ name }, taken).isDuplicate)).toEqual([
      'Cafe\u0301  Noe\u0308l',
      'Noel Cafe',
      "Joe's",
      'Lodz',
    ])
  })

  it('never falls over, whatever the cells hold', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('07:00-19:00', '45', 'closed', ''),
    )
    const { columns } = readColumns(importColumns)
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 25 }), (cells) => {
        const row = readRow(2, cells, columns, new Set())
        expect(row.errors.length > 0 || row.name !== '').toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
