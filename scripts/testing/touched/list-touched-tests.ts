import { execFileSync } from 'node:child_process'
import { isCode, isGenerated, readRepository } from '../../structure/source-file'
import { findTouchedTests } from './touched-tests'

/** Prints, as JSON, the code changed since the commit in the first argument, and the tests that it touches; new files count too. */
const since = process.argv[2] ?? 'HEAD'
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\0').filter(Boolean)
const changed = new Set([
  ...git('diff', '--name-only', '-z', since),
  ...git('ls-files', '--others', '--exclude-standard', '-z'),
])
const files = readRepository()
const linted = [...changed].filter(
  (path) => isCode(path) && !isGenerated(path) && files.some((file) => file.path === path),
)
console.log(JSON.stringify({ ...findTouchedTests(files, changed), changed: linted }))
