/**
 * MiB of each half of the young part of the heap, by mode: by default it grows to sixteen before the program can say
 * anything. What streams a whole business makes garbage only; a server keeps some of it for as long as a request takes. Of
 * the old part no limit is set, so that a batch of large documents fits; `keep-heap-small.ts` says how it grows.
 */
const youngMiB = new Map(Object.entries({ import: 2, export: 2, start: 8, serve: 8 }))

/** Flags of Node for a mode; what the user says in `NODE_OPTIONS` counts more. */
export function heapFlags([mode], nodeOptions = '') {
  const young = youngMiB.get(mode)
  if (young === undefined || /--max[-_]semi[-_]space[-_]size/.test(nodeOptions)) return []
  return [`--max-semi-space-size=${young}`]
}
