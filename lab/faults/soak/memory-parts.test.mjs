import { describe, expect, it } from 'vitest'
import { memoryPartsOf, readMemoryParts } from './memory-parts.mjs'

const mapping = (range, rights, name, kilobytes) =>
  `${range} ${rights} 00000000 00:00 0 ${name.padStart(20)}\nSize: 99999 kB\nRss:  ${kilobytes} kB\nPss: 1 kB\n`

describe('the memory of a process', () => {
  it('is reported by owner', () => {
    const text = [
      mapping('00400000-05000000', 'r-xp', '/usr/bin/node', 50_000),
      mapping('06000000-09000000', 'rw-p', '[heap]', 9_000),
      mapping('7f0000000000-7f0002000000', 'rw-p', '', 20_000),
      mapping('7f0002000000-7f0004000000', '---p', '', 0),
      mapping('7f1000040000-7f1008040000', 'rw-p', '', 49_000),
      mapping('3f0000040000-3f0000080000', 'rw-p', '', 256),
      mapping('7f2000001000-7f2000101000', 'rwxp', '', 700),
      mapping('7fff00000000-7fff00021000', 'rw-p', '[stack]', 40),
    ].join('')
    const parts = { allocator: 29_000, engine: 49_000, code: 700, files: 50_040, pages: 256 }
    expect(memoryPartsOf(text)).toEqual(
      Object.fromEntries(Object.entries(parts).map(([name, kilobytes]) => [name, kilobytes * 1_024])),
    )
  })

  it.runIf(process.platform === 'linux')('comes to what the process itself says, within a tenth', () => {
    const sum = Object.values(readMemoryParts()).reduce((all, bytes) => all + bytes, 0)
    expect(sum / process.memoryUsage.rss()).toBeGreaterThan(0.9)
    expect(sum / process.memoryUsage.rss()).toBeLessThan(1.1)
  })
})
