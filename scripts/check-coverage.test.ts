import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

type Row = { section: string; sentence: string; title: string; file: string }

/** Rows of the table: section (of the specification, `I` and a part of the requirements, `D` and a decision), sentence, test title, `file`. */
function parseRows(markdown: string): Row[] {
  return [...markdown.matchAll(/^\| (I?\d|D\d+) \| (.+?) \| (.+?) \| `(.+?)` \|$/gm)].map(
    ([, section = '', sentence = '', title = '', file = '']) => ({ section, sentence, title, file }),
  )
}

const testTitle = /(?:\b(?:it|test)(?:\.\w+)?\(|\)\()\s*(['"`])((?:\\.|(?!\1).)*)\1/gs

/** As they stand in the source; `%s` and `${name}` are left as they are. */
function findTitles(source: string): Set<string> {
  return new Set([...source.matchAll(testTitle)].map(([, , title = '']) => title.replaceAll(/\\(.)/g, '$1')))
}

describe('the titles of a file', () => {
  it.each([
    ["it('says so', () => {})", ['says so']],
    ["test.concurrent(\n  'an \\'owner\\'', async () => {})", ["an 'owner'"]],
    ["it.each([\n  ['row'],\n] as const)('shows %s', () => {})", ['shows %s']],
    ["it.each([['a'], ['b']])(\n  'shows %s',\n  () => {})", ['shows %s']],
    ['it(`redirects ${path}`, () => {})', ['redirects ${path}']],
    ["describe('a group', () => {})", []],
    ["expect(screen.getByText('shown')).toBeTruthy()", []],
  ])('are read from %j', (source, titles) => {
    expect([...findTitles(source)]).toEqual(titles)
  })
})

const requirements = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((part) => `I${part}`)
const accessDecisions = Array.from({ length: 15 }, (_, index) => `D${index + 9}`)
const usageDecisions = [2, 14, 24, 25, 26, 27, 28, 29, 30, 31, 34, 35, '0018', '0019', '0020', '0021'].map(
  (id) => `D${id}`,
)
const growthDecisions = ['D2', 'D17', 'D18', 'D23', 'D37', 'D0022', 'D0023', 'D0034']

describe.each([
  ['docs/coverage.md', ['2', '4', '5', '6', '8', '9']],
  ['docs/coverage-merchants.md', ['2', '3', '4', '5', '6', '7', '8', '9', ...requirements]],
  ['docs/coverage-people.md', ['2', '3', '4', '5', '6', '7', '8', '9', ...requirements, ...accessDecisions]],
  ['docs/coverage-usage.md', ['3', '4', '6', '7', '8', '9', ...requirements, ...usageDecisions]],
  ['docs/coverage-growth.md', ['1', '2', ...requirements, ...growthDecisions]],
])('%s', (document, sections) => {
  const markdown = read(document)
  const rows = parseRows(markdown)
  const titles = new Map<string, Set<string>>()
  const titlesOf = (file: string) => {
    const known = titles.get(file) ?? findTitles(read(file))
    titles.set(file, known)
    return known
  }

  it('has a row in every line of its table', () => {
    const lines = markdown.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| § '))
    expect(rows).toHaveLength(lines.length)
    expect(rows.length).toBeGreaterThan(100)
  })

  it('has rows of every section, each once', () => {
    expect([...new Set(rows.map(({ section }) => section))].sort()).toEqual(sections.toSorted())
    const keys = rows.map((row) => JSON.stringify(row))
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  it('names files that exist', () => {
    expect(rows.filter(({ file }) => !existsSync(new URL(file, root)))).toEqual([])
  })

  it('names tests that are found in their file', () => {
    const known = rows.filter(({ file }) => existsSync(new URL(file, root)))
    expect(known.filter(({ file, title }) => !titlesOf(file).has(title))).toEqual([])
  })
})
