import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readRepository } from '../../structure/source-file'
import { describeFiles, findUnseen, type Seen } from './find-unseen'

/** Like the compiler, lints what a change can affect. A failed run is not cached. */
const memory = 'node_modules/.cache/quaff/linted.json'
const files = readRepository()
const now = describeFiles(files)
const seen = existsSync(memory) ? (JSON.parse(readFileSync(memory, 'utf8')) as Seen) : undefined
const unseen = findUnseen(files, now, seen)
const status = unseen?.length === 0 ? 0 : lint(unseen ?? ['.'])
if (status === 0) remember(now)
process.exit(status)

function lint(paths: string[]): number {
  const args = ['--deny-warnings', '--no-error-on-unmatched-pattern', ...paths]
  return spawnSync('oxlint', args, { stdio: 'inherit' }).status ?? 1
}

function remember(linted: Seen): void {
  mkdirSync(dirname(memory), { recursive: true })
  writeFileSync(memory, JSON.stringify(linted))
}
