import { posix } from 'node:path'
import { isCode, isGenerated, isTest } from './source-file'
import type { SourceFile, Violation } from './source-file'

export const sizeLimits = { sourceLines: 300, testLines: 500, routeLines: 40, filesPerFolder: 12 }

const routes = 'apps/console/src/routes'

export function checkSizes(files: SourceFile[]): Violation[] {
  const own = files.filter(({ path }) => (isCode(path) || path.endsWith('.css')) && !isGenerated(path))
  return [...own.flatMap(checkLines), ...checkFolders(own)]
}

function checkLines({ path, text }: SourceFile): Violation[] {
  const lines = text.trimEnd().split('\n').length
  const limit = lineLimit(path)
  return lines > limit ? [{ path, rule: 'sizes', message: `${lines} lines, at most ${limit}` }] : []
}

function lineLimit(path: string): number {
  if (isTest(path) || path.startsWith('e2e/')) return sizeLimits.testLines
  return path.startsWith(`${routes}/`) ? sizeLimits.routeLines : sizeLimits.sourceLines
}

/** The folder of routes is the address space of the console: its length is the number of screens. */
function checkFolders(files: SourceFile[]): Violation[] {
  const counts = new Map<string, number>()
  for (const { path } of files.filter((file) => isCode(file.path) && !isTest(file.path))) {
    const folder = posix.dirname(path)
    if (folder === routes || folder.startsWith(`${routes}/`)) continue
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > sizeLimits.filesPerFolder)
    .map(([path, count]) => ({
      path,
      rule: 'sizes',
      message: `${count} source files, at most ${sizeLimits.filesPerFolder}`,
    }))
}
