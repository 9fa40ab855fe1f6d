import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** A file of the repository: `path` from its root with forward slashes, `text` its whole content. */
export interface SourceFile {
  path: string
  text: string
}

export interface Violation {
  path: string
  rule: string
  message: string
}

export const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path)

export const isTest = (path: string) => /\.(test|spec)\.(tsx?|mjs)$/.test(path)

export const isGenerated = (path: string) => path.endsWith('.gen.ts') || path.startsWith('database/migrations/')

/** Comments may name what the code may not call. The star of a route such as '/rpc/*' opens none. */
export function withoutComments(text: string): string {
  return text.replace(/(^|[\s{(,])\/\*[\s\S]*?\*\//g, '$1').replace(/(^|\s)\/\/.*$/gm, '$1')
}

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
