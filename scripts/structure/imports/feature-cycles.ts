import { isCode } from '../source-file'
import type { SourceFile, Violation } from '../source-file'
import { findFeature, isForTests } from '../zones'
import { findImports } from './imports'

const layer = /^features\/.+\/(([a-z0-9-]+-)?(contract|rules|refusals|permissions)|server\/tables)(\.ts)?$/

/** Imports at load time and at type level must both be free of cycles. */
const circles = [
  { from: isCode, to: (target: string) => /\/server$|-widget$/.test(target), says: 'features import each other' },
  {
    from: (path: string) => layer.test(path),
    to: (target: string) => layer.test(target),
    says: 'contracts, rules and tables form a circle, what is shared moves below',
  },
]

export function checkFeatureCycles(files: SourceFile[]): Violation[] {
  const counted = files.filter(({ path }) => isCode(path) && !isForTests(path))
  return circles.flatMap(({ from, to, says }) =>
    findCycles(
      graphOf(
        counted.filter(({ path }) => from(path)),
        to,
      ),
    ).map((cycle) => ({ path: `features/${cycle[0]}`, rule: 'cycles', message: `${says}: ${cycle.join(' → ')}` })),
  )
}

function graphOf(files: SourceFile[], counts: (target: string) => boolean): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    const from = findFeature(path)
    if (!from) continue
    for (const { target } of findImports(path, text)) {
      const to = target && counts(target) ? findFeature(target) : undefined
      if (to && to !== from) graph.set(from, (graph.get(from) ?? new Set()).add(to))
    }
  }
  return graph
}

/** Each cycle once, starting with its first name in the alphabet. */
function findCycles(graph: Map<string, Set<string>>) {
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
