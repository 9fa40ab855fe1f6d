import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url)
const section = 'What a process caches'

/** Ways to keep something for longer than a call. A new one is added here, and what it keeps to the table. */
const ways: readonly RegExp[] = [
  /^import [^']*\b(?:remember|sharedRead|onceATurn)\b[^']*'(?:@quaff\/platform\/server|\.{1,2})\/cached-reads'/m,
  /^import .*\bstoreAnswer\b.*stored-answer'/m,
  // A module-level map that is initially empty.
  /^const \w+(?:: .+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)$/m,
  /^let \w/m,
  // State of a process-wide object: a response that is read on first use.
  /^ {2}let \w+: Promise</m,
]

const keeps = (text: string) => ways.some((way) => way.test(text))
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Built from parts, because a literal would count as an import of this file. */
const importOf = (names: string, from: string) => `import ${names} from '${from}'\n`

function listedFiles(): string[] {
  const [, text = ''] = read('docs/architecture.md').split(`## ${section}\n`)
  const [own = ''] = text.split(/^##/m)
  return [...own.matchAll(/`((?:apps|features|platform)\/[^`\s]+\.ts)`/g)].map(([, path = '']) => path)
}

function sources(): string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps/server', 'features', 'platform'], {
    cwd: root,
  })
    .toString()
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/console\/|\/testing\/|\/commands\//.test(path))
}

describe('what a process caches', () => {
  it('architecture.md lists each file that stores something', () => {
    const listed = listedFiles()
    expect(listed.length).toBeGreaterThan(10)
    expect(sources().filter((path) => keeps(read(path)) && !listed.includes(path))).toEqual([])
  })

  it('is listed once, and no file that stores nothing is', () => {
    const listed = listedFiles()
    expect(listed.filter((path, index) => listed.indexOf(path) !== index)).toEqual([])
    expect(listed.filter((path) => !sources().includes(path))).toEqual([])
  })

  it.each([
    importOf('{ remember }', '@quaff/platform/server/cached-reads'),
    importOf('{ sharedRead }', '../cached-reads'),
    importOf('{ storeAnswer, type StoredAnswer }', '../edge/pages/stored-answer'),
    'const rates = new Map<string, Map<string, number>>()\n',
    'const seen: Known = new WeakMap()\n',
    'let latest: Date | undefined\n',
    'export function settingsOf() {\n  let read: Promise<Settings> | undefined\n',
  ])('would be found missing with %j', (text) => {
    expect(keeps(text)).toBe(true)
  })

  it('is not what a call has in its hands, nor what never changes', () => {
    expect(keeps("const names = new Set(['a'])\nfunction f() {\n  const rows = new Map<string, Row>()\n}\n")).toBe(
      false,
    )
  })
})
