import { pathToFileURL } from 'node:url'
import { checkCompiled, checkPageGuards } from './structure/compile-rules'
import { checkFolders, checkSizes } from './structure/folder-rules'
import { checkFeatureCycles } from './structure/imports/feature-cycles'
import { checkImports } from './structure/imports/import-rules'
import { checkIsolation } from './structure/isolation-rules'
import { checkMigrations } from './structure/migration-rules'
import { checkNames } from './structure/name-rules'
import { checkScopes } from './structure/scope-rules'
import { type SourceFile, type Violation, readRepository } from './structure/source-file'
import { checkStyles } from './structure/style-rules'
import { checkTexts } from './structure/text-rules'
import { checkDialect } from './wording/check-dialect'
import { checkWording } from './wording/read-texts'

export function checkStructure(files: SourceFile[]): Violation[] {
  return [
    checkNames,
    checkImports,
    checkFeatureCycles,
    checkScopes,
    checkSizes,
    checkStyles,
    checkTexts,
    checkCompiled,
    checkPageGuards,
    checkIsolation,
    checkMigrations,
    checkWording,
    checkDialect,
  ].flatMap((check) => check(files))
}

function main() {
  const files = readRepository()
  const violations = [...checkStructure(files), ...checkFolders(files)]
  for (const { path, rule, message } of violations) console.error(`${path}\n  ${rule}: ${message}`)
  if (violations.length > 0) process.exitCode = 1
  console.log(`${files.length} files, ${violations.length} violations of the structure`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
