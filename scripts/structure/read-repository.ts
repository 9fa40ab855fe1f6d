import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { SourceFile } from './source-file'

const readable = /\.(ts|tsx|mjs|css|md|json|jsonc|html|sh|yml|yaml|sql)$|(^|\/)\.(npmrc|gitignore)$|^\.ci\/run$/

/** Files that git tracks or would track, without deleted ones. */
export function readRepository(): SourceFile[] {
  const listing = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
  })
  return [...new Set(listing.split('\0'))]
    .filter((path) => readable.test(path) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}
