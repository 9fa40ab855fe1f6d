import { describe, expect, it } from 'vitest'
import { describeCoverage, listTests, judgeCoverage } from './describe-coverage.mjs'
import { parseGaps, parseSpecification, readSections } from './read-sections.mjs'
import { findMarks, findTitles, readTests } from './read-tests.mjs'
import { withoutTest } from './without-test.mjs'

const sections = readSections()
const tests = readTests()

describe('the tests of the repository', () => {
  it('name sections that there are, and leave none out without a reason', () => {
    expect(judgeCoverage(sections, tests, withoutTest).errors).toEqual([])
  })

  it('are found', () => {
    expect(tests.length).toBeGreaterThan(500)
    expect(new Set(tests.map(({ file }) => file)).size).toBeGreaterThan(200)
  })
})

describe('the titles of a file', () => {
  it.each([
    ["it('says so', () => {})", ['says so']],
    ["test.concurrent(\n  'an \\'owner\\'', async () => {})", ["an 'owner'"]],
    ["it.each([\n  ['row'],\n] as const)('shows %s', () => {})", ['shows %s']],
    ["it.each([['a'], ['b']])(\n  'shows %s',\n  () => {})", ['shows %s']],
    ['it(`redirects ${path}`, () => {})', ['redirects ${path}']],
    ["it.runIf(isPostgres)('waits', () => {})", ['waits']],
    ["describe('a group', () => {})", []],
    ["expect(screen.getByText('shown')).toBeTruthy()", []],
  ])('are read from %j', (source, titles) => {
    expect(findTitles(source)).toEqual(titles)
  })

  it.each([
    ['§2.1 §G17 §0020 tells strangers nothing', ['2.1', 'G17', '0020']],
    ['tells strangers nothing', []],
  ])('name by %j', (title, marks) => {
    expect(findMarks(title)).toEqual(marks)
  })
})

describe('what can be named', () => {
  it('is a section, or the headings below it', () => {
    const found = parseSpecification(
      '# S\n\n## 1. What\n\n- a\n\n## 2. Screens\n\n### Public\n- b\n\n### Inside\n- c\n',
    )
    expect(found.map(({ id, heading }) => [id, heading])).toEqual([
      ['1', 'What'],
      ['2.1', 'Screens: Public'],
      ['2.2', 'Screens: Inside'],
    ])
  })

  it('is a gap, by its number', () => {
    const text = `| G20 | ${'word '.repeat(20).trim()} |`
    expect(parseGaps(`## Access\n${text}\n| no | gap |\n`)).toMatchObject([
      { id: 'G20', heading: `${'word '.repeat(14).trim()} …` },
    ])
  })

  it('are the 16 sections and 38 gaps of this repository', () => {
    const needed = sections.filter(({ needsTest }) => needsTest).map(({ id }) => id)
    expect(needed.filter((id) => !id.startsWith('G'))).toHaveLength(16)
    expect(needed.filter((id) => id.startsWith('G'))).toEqual(Array.from({ length: 38 }, (_, index) => `G${index + 1}`))
  })
})

describe('a fault', () => {
  const own = [
    { id: '1', heading: 'What', text: 'Some text.', needsTest: true },
    { id: '2.1', heading: 'Public', text: 'A page.', needsTest: true },
    { id: '0020', heading: 'Payouts', text: 'Paid.', needsTest: false },
  ]
  const test = (title) => ({ file: 'a.test.ts', title, marks: findMarks(title) })
  const whole = [test('§1 §2.1 reads')]
  const errorsOf = (titles, reasons = []) => judgeCoverage(own, titles.map(test), reasons).errors

  it('is none where all is named; a later decision needs no test', () => {
    expect(judgeCoverage(own, whole, []).errors).toEqual([])
  })

  it.each([
    ['a section that is not there', ['§1 §2.1 reads', '§10 more'], 'unknown section §10'],
    ['a section instead of its headings', ['§1 §2.1 reads', '§2 more'], 'unknown section §2:'],
    ['a decision that is not there', ['§1 §2.1 reads', '§9999 more'], 'unknown section §9999'],
    ['a gap that is not there', ['§1 §2.1 reads', '§G20 more'], 'unknown section §G20'],
    ['a section behind the title', ['§1 §2.1 reads', 'more (§1)'], 'at the beginning'],
    ['a section that no test names', ['§1 reads'], '§2.1 (Public): no test names it'],
  ])('is %s', (_name, titles, error) => {
    expect(errorsOf(titles)).toEqual([expect.stringContaining(error)])
  })

  it('is none where a reason is given, and a reason that holds no more', () => {
    const reason = { section: '2.1', reason: 'why' }
    expect(errorsOf(['§1 reads'], [reason])).toEqual([])
    expect(errorsOf(['§1 §2.1 reads'], [reason])).toEqual([expect.stringContaining('which tests name')])
    expect(errorsOf(['§1 §2.1 reads'], [{ ...reason, section: '3' }])).toEqual([
      expect.stringContaining('an unknown section'),
    ])
    expect(errorsOf(['§1 §2.1 reads'], [{ ...reason, sentence: 'Two pages.' }])).toEqual([
      expect.stringContaining(': Two pages.'),
    ])
    expect(errorsOf(['§1 §2.1 reads'], [{ ...reason, sentence: 'A page.' }])).toEqual([])
  })

  it('is printed: the table, what is missing, the titles of one section', () => {
    const table = describeCoverage(
      own,
      [test('§1 reads'), test('§1 writes')],
      [{ section: '2.1', reason: 'why' }],
    ).join('\n')
    expect(table).toMatch(/§1 +2 +What/)
    expect(table).toContain('Missing:\n  §2.1  Public')
    expect(table).toContain('Without a test:\n  §2.1 – why')
    expect(table).not.toContain('Payouts')
    expect(listTests('§2', whole)).toEqual(['a.test.ts', '  §1 §2.1 reads'])
    expect(listTests('9', whole)).toEqual(['No test names §9.'])
  })
})
