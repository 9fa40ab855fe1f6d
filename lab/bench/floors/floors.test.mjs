import { describe, expect, it } from 'vitest'
import { operations, quickOperations } from '../operations.mjs'
import { floors } from './floors.mjs'

const named = Object.entries(operations)

describe('the floors', () => {
  it('are one for each operation, and for nothing else', () => {
    expect(Object.keys(floors).sort()).toEqual(Object.keys(operations).sort())
  })

  it.each(named)('of %s is one statement that reads, with a value for each parameter', (name, { inputs }) => {
    const { text, values } = floors[name]
    expect(text).toMatch(/^\(?select\b/)
    expect(text).not.toContain(';')
    const parameters = new Set([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
    for (const input of [inputs[0], inputs[5]]) {
      const given = values(input)
      expect(given).toHaveLength(parameters.size)
      expect(given.includes(undefined)).toBe(false)
    }
  })
})

it('the short run asks operations that there are', () => {
  expect(quickOperations.filter((name) => !operations[name])).toEqual([])
})
