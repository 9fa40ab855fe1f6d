import { readFileSync } from 'node:fs'

const kilobyte = 1_024
const arenaBytes = 64 * 1_048_576
/** The engine of the embedded database reserves twice as much as this at its start. */
const engineBytes = 64 * 1_048_576

/** Memory of this process by owner, in bytes; null if the system does not report it. */
export function readMemoryParts() {
  try {
    return memoryPartsOf(readFileSync('/proc/self/smaps', 'utf8'))
  } catch {
    return null
  }
}

/**
 * `allocator`: what the C library holds, free or not; `engine`: the linear memory of the embedded database; `code`: what was
 * compiled; `files`: programs and libraries; `pages`: all else, most of it V8's heap with what it has not collected.
 */
export function memoryPartsOf(text) {
  const parts = { allocator: 0, engine: 0, code: 0, files: 0, pages: 0 }
  let part = 'pages'
  for (const line of text.split('\n')) {
    const mapping = /^([\da-f]+)-([\da-f]+) (\S{4}) \S+ \S+ \S+ *(.*)$/.exec(line)
    if (mapping) part = partOf(mapping)
    const [, kilobytes] = /^Rss: +(\d+) kB$/.exec(line) ?? []
    if (kilobytes) parts[part] += Number(kilobytes) * kilobyte
  }
  return parts
}

function partOf([, from, to, rights, name]) {
  if (name === '[heap]') return 'allocator'
  if (name !== '') return 'files'
  const [start, end] = [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  if (rights.includes('x')) return 'code'
  if (end - start > engineBytes) return 'engine'
  // Each arena but the first begins where no mapping of V8 does.
  return start % arenaBytes === 0 ? 'allocator' : 'pages'
}
