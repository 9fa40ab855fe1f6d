import { describe, expect, it } from 'vitest'
import { waitlistImportLimits } from './contract'
import { readColumns, readEntry } from './import-rules'

const read = (header: string[], cells: string[], taken = new Set<string>()) =>
  readEntry(2, cells, readColumns(header), taken)

describe('the columns of a file', () => {
  it('are found by several names, all further ones become answers', () => {
    const { columns: known, answers } = readColumns([
      'E-Mail',
      'ZIP',
      'Full name',
      'Favourite drink',
      '',
      'constructor',
    ])
    expect(Object.fromEntries(known)).toEqual({ email: 0, postalCode: 1, name: 2 })
    expect(Object.fromEntries(answers)).toEqual({ 'Favourite drink': 3, constructor: 5 })
  })

  it('named twice count once, the second is an answer', () => {
    const { columns: known, answers } = readColumns(['email', 'Email', 'Email'])
    expect([known.get('email'), [...answers]]).toEqual([0, [['Email', 1]]])
  })

  it('are at most fifty answers', () => {
    const header = ['email', ...Array.from({ length: 60 }, (_, index) => `Question ${index}`)]
    expect(readColumns(header).answers.size).toBe(waitlistImportLimits.answers)
  })
})

describe('a line', () => {
  it('has its address normalised and its formulas as text', () => {
    const row = read(['email', 'name', 'Why'], [' ANA@Example.test ', '=cmd', '=1+1'])
    expect(row).toMatchObject({ email: 'ana@example.test', name: '=cmd', answers: { Why: '=1+1' }, errors: [] })
  })

  it.each([
    ['"Noor Haddad" <noor@müller-kaffee.de>', 'noor@xn--mller-kaffee-dlb.de'],
    ['mailto:r%26d@bean.test', 'r&d@bean.test'],
  ])('has the pasted address %s', (cell, email) => {
    expect(read(['email'], [cell])).toMatchObject({ email, errors: [] })
  })

  it('explains an apostrophe in its address', () => {
    expect(read(['email'], ['o’brien@bean.test']).errors).toEqual([
      { column: 'email', message: "Use a straight apostrophe: o'brien@bean.test" },
    ])
  })

  it('says what is wrong in it', () => {
    const row = read(['email', 'city', 'Why'], ['unknown', 'x'.repeat(121), 'y'.repeat(501)])
    expect(row.errors).toEqual([
      { column: 'city', message: 'At most 120 characters' },
      { column: 'email', message: 'Invalid email address' },
      { column: 'Why', message: 'At most 500 characters' },
    ])
  })

  it('with an address of an earlier line is a duplicate; of an unreadable line it is not', () => {
    const taken = new Set<string>()
    expect(read(['email', 'city'], ['ana@example.test', 'x'.repeat(200)], taken).isDuplicate).toBe(false)
    expect(read(['email'], ['ana@example.test'], taken).isDuplicate).toBe(false)
    expect(read(['email'], ['Ana@Example.test'], taken).isDuplicate).toBe(true)
  })
})
