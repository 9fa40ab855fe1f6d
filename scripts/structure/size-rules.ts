import { isCode, isGenerated, isTest } from './source-file'
import type { SourceFile, Violation } from './source-file'

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

function lineLimit(path: string): number {
  if (isTest(path)) return sizeLimits.testLines
  return path.startsWith(`${routes}/`) ? sizeLimits.routeLines : sizeLimits.sourceLines
}
