/**
 * MiB of each half of the young part of the heap, by mode: by default it grows to sixteen before the program can say
 * anything. What streams a whole business makes garbage only; a server keeps some of it for as long as a request takes. Of
 * the old part no limit is set, so that a batch of large documents fits; `keep-heap-small.ts` says how it grows.
 */
const youngMiB = new Map(Object.entries({ import: 2, export: 2, start: 8, serve: 8 }))
const streaming = ['import', 'export']
/** The embedded engine is compiled once, and not a second time for speed: the second code of it costs a sixth of all memory. */
const compiledOnce = '--liftoff-only'

/**
 * Bytes at the end of an arena of the C library that go back to the system when they are free. By itself glibc raises that to
 * twice the largest piece that was ever freed: what the start alone needed, above all to compile the engine, stays.
 */
const trimBytes = 131_072

/** Allocator variables for a mode; existing ones win. Other allocators ignore them. */
export function memoryVariables([mode], variables = process.env) {
  const isSaid = Object.keys(variables).some((name) => name.startsWith('MALLOC_') || name === 'GLIBC_TUNABLES')
  return youngMiB.has(mode) && !isSaid ? { MALLOC_TRIM_THRESHOLD_: String(trimBytes) } : {}
}

/** Flags of Node for a mode; what the user says of the heap in `NODE_OPTIONS` counts more. */
export function heapFlags([mode], nodeOptions = '') {
  const young = youngMiB.get(mode)
  const isSaid = young === undefined || /--max[-_]semi[-_]space[-_]size/.test(nodeOptions)
  return [...(isSaid ? [] : [`--max-semi-space-size=${young}`]), ...(streaming.includes(mode) ? [compiledOnce] : [])]
}
