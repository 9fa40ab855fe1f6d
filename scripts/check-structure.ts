import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { checkFeatureCycles } from './structure/feature-cycles'
import { checkImports } from './structure/import-rules'
import { checkNames } from './structure/name-rules'
import { checkSizes } from './structure/size-rules'
import type { SourceFile, Violation } from './structure/source-file'
import { checkTexts } from './structure/text-rules'

const readable = /\.(ts|tsx|mjs|css|md|json|jsonc|html|sh|yml|yaml|sql)$|(^|\/)\.(npmrc|gitignore)$|^\.ci\/run$/

export function checkStructure(files: SourceFile[]): Violation[] {
  return [checkNames, checkImports, checkFeatureCycles, checkSizes, checkTexts].flatMap((check) => check(files))
}

/** What git tracks or would track; a file deleted but not yet committed is left out. */
function readRepository(): SourceFile[] {
  const listing = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
  })
  return [...new Set(listing.split('\0'))]
    .filter((path) => readable.test(path) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

function main(): void {
  const files = readRepository()
  const violations = checkStructure(files)
  for (const { path, rule, message } of violations) console.error(`${path}\n  ${rule}: ${message}`)
  if (violations.length > 0) process.exitCode = 1
  console.log(`${files.length} files, ${violations.length} violations of the structure`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
