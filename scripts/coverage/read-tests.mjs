import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootFolder } from '../setup/root-folder.mjs'

/** `it('…'`, `test.concurrent('…'` and the second brackets of `it.each([…])('…'`; a title may hold escaped quotes. */
const titlePattern = /(?:\b(?:it|test)(?:\.\w+)?\(|\)\()\s*(['"`])((?:\\.|(?!\1).)*)\1/gs
const marks = /^(?:§\S+ )+/

/** Returns titles as written in the source; `%s` and `${name}` are unchanged. */
export function findTitles(source) {
  return [...source.matchAll(titlePattern)].map(([, , title]) => title.replaceAll(/\\(.)/g, '$1'))
}

/** `§2.1 §G17 hides the address` covers 2.1 and G17. */
export function findMarks(title) {
  const named = marks.exec(title)?.[0] ?? ''
  return named
    .split(' ')
    .filter(Boolean)
    .map((mark) => mark.slice(1))
}

/** Every test of the repository that names a section, with its file. */
export function readTests() {
  const listing = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: rootFolder,
    encoding: 'utf8',
  })
  const files = [...new Set(listing.split('\0'))].filter((path) => /\.(test|spec)\.(tsx?|mjs)$/.test(path))
  return files
    .filter((file) => !file.startsWith('scripts/coverage/') && existsSync(join(rootFolder, file)))
    .flatMap((file) =>
      findTitles(readFileSync(join(rootFolder, file), 'utf8'))
        .filter((title) => title.includes('§'))
        .map((title) => ({ file, title, marks: findMarks(title) })),
    )
}
