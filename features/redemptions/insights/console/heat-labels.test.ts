import { expect, it } from 'vitest'
import { darkestOf, heatLevel } from './heat-labels'

const cell = (index: number, count: number) => ({ weekday: index % 7, hour: Math.floor(index / 7), count, quarters: 4 })

it('one outlier does not change the shades of other cells', () => {
  const usual = Array.from({ length: 100 }, (_, index) => cell(index, 1 + (index % 8)))
  const shades = (cells: typeof usual) => cells.map(({ count }) => heatLevel(count, darkestOf(cells)))
  const calm = shades(usual)
  expect(new Set(calm).size).toBe(7)
  expect(shades([...usual, cell(100, 900)])).toEqual([...calm, 7])
})

it('a few cells are shaded up to the busiest, and none has no shade', () => {
  const cells = [cell(0, 1), cell(1, 40), cell(2, 0)]
  expect(cells.map(({ count }) => heatLevel(count, darkestOf(cells)))).toEqual([1, 7, 0])
  expect(darkestOf([])).toBe(0)
})
