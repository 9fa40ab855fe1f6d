import { dirname } from 'node:path'
import { isCode, isGenerated, isTest, type SourceFile, type Violation } from './source-file'

const leastFiles = 3

/** Folders that still have too few files. Take one out when it's merged or grown; nothing may be added. */
const smallFolders: Record<string, string[]> = { sources: ['features/sources/console'] }

/** A folder for one or two files costs a reader a level. Takes the whole repository, since it counts files. */
export function checkFolders(files: SourceFile[], listed = Object.values(smallFolders).flat()): Violation[] {
  const counts = countByFolder(files)
  const small = [...counts].filter(([, count]) => count < leastFiles)
  const added = small.filter(([path]) => !listed.includes(path))
  const stale = listed.filter((path) => !small.some(([folder]) => folder === path))
  return [
    ...added.map(([path, count]) =>
      violation(path, `has ${count} of at least ${leastFiles} source files: move them up`),
    ),
    ...stale.map((path) => violation(path, 'needs no exception: take it out of smallFolders in folder-rules.ts')),
  ]
}

function countByFolder(files: SourceFile[]) {
  const counts = new Map<string, number>()
  for (const folder of files
    .map(({ path }) => path)
    .filter(isCounted)
    .map((path) => dirname(path)))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return counts
}

/** The feature's own root counts as no folder below it; folders of test support may be small. */
function isCounted(path: string) {
  const isSource = (isCode(path) || path.endsWith('.css')) && !isTest(path) && !isGenerated(path)
  return isSource && /^features\/[^/]+\/.+\//.test(path) && !path.includes('/testing/')
}

const violation = (path: string, message: string): Violation => ({ path, rule: 'folders', message })

export const sizeLimits = { sourceLines: 300, testLines: 500, routeLines: 40 }

const routes = 'apps/console/src/routes'

export function checkSizes(files: SourceFile[]): Violation[] {
  return files.filter(({ path }) => (isCode(path) || path.endsWith('.css')) && !isGenerated(path)).flatMap(checkLines)
}

function checkLines({ path, text }: SourceFile): Violation[] {
  const lines = text.trimEnd().split('\n').length
  const limit = lineLimit(path)
  return lines > limit ? [{ path, rule: 'sizes', message: `${lines} lines, at most ${limit}` }] : []
}

function lineLimit(path: string) {
  if (isTest(path)) return sizeLimits.testLines
  return path.startsWith(`${routes}/`) ? sizeLimits.routeLines : sizeLimits.sourceLines
}
