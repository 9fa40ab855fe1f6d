import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { heapFlags, memoryVariables } from './small-heap.mjs'

describe('the heap of a command', () => {
  it.each(['import', 'export'])('is small in its young part where it streams a business: %s', (mode) => {
    expect(heapFlags([mode, 'old-system/'])).toEqual(['--max-semi-space-size=2', '--liftoff-only'])
    expect(heapFlags([mode], '--max-old-space-size=300')).toEqual(['--max-semi-space-size=2', '--liftoff-only'])
  })

  it.each(['--max-semi-space-size=16', '--trace-gc --max_semi_space_size=16'])(
    'is what NODE_OPTIONS says: %s',
    (said) => {
      expect(heapFlags(['import'], said)).toEqual(['--liftoff-only'])
    },
  )

  it.each([[['serve']], [['start', 'import']]])('has room for requests where it serves: %j', (args) => {
    expect(heapFlags(args)).toEqual(['--max-semi-space-size=8'])
  })

  it.each([[['doctor']], [['constructor']], [[]]])('is Node’s own of all others: %j', (args) => {
    expect(heapFlags(args)).toEqual([])
  })

  it('is taken by this Node', () => {
    const { status, stderr } = spawnSync(process.execPath, [...heapFlags(['import']), '-e', '0'], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})

describe('what a command gives back to the system', () => {
  it.each([[['serve']], [['start']], [['import']]])('is all that is free, where it serves or streams: %j', (args) => {
    expect(memoryVariables(args, {})).toEqual({ MALLOC_TRIM_THRESHOLD_: '131072' })
  })

  it.each([[['doctor']], [[]]])('is the library’s own business of all others: %j', (args) => {
    expect(memoryVariables(args, {})).toEqual({})
  })

  it.each(['MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_', 'GLIBC_TUNABLES'])('is what is set already: %s', (name) => {
    expect(memoryVariables(['serve'], { [name]: '2' })).toEqual({})
  })
})
