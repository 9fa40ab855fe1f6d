import { findImports } from './imports'
import { isCode } from './source-file'
import type { SourceFile, Violation } from './source-file'
import { findFeature, isForTests } from './zones'

const counted = /\/server$|-widget$/

export function checkFeatureCycles(files: SourceFile[]): Violation[] {
  const graph = new Map<string, Set<string>>()
  for (const { path, text } of files.filter((file) => isCode(file.path) && !isForTests(file.path))) {
    const from = findFeature(path)
    if (!from) continue
    for (const { target } of findImports(path, text)) {
      const to = target && counted.test(target) ? findFeature(target) : undefined
      if (to && to !== from) graph.set(from, (graph.get(from) ?? new Set()).add(to))
    }
  }
  return findCycles(graph).map((cycle) => ({
    path: `features/${cycle[0]}`,
    rule: 'cycles',
    message: `features import each other: ${cycle.join(' → ')}`,
  }))
}

/** Each cycle once, starting with its first name in the alphabet. */
function findCycles(graph: Map<string, Set<string>>): string[][] {
  const found: string[][] = []
  const walk = (start: string, trail: string[]) => {
    for (const next of graph.get(trail.at(-1) ?? start) ?? []) {
      if (next === start) found.push([...trail, start])
      else if (next > start && !trail.includes(next)) walk(start, [...trail, next])
    }
  }
  for (const start of [...graph.keys()].sort()) walk(start, [start])
  return found
}
