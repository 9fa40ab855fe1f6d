import { expect, it } from 'vitest'
import { Shapes } from './shapes'

function walked(shapes: Shapes<string>, ...tokens: (string | number | object)[]) {
  const path = shapes.begin()
  for (const token of tokens) path.step(token)
  return path
}

it('what is kept for a sequence of tokens is found by the same sequence, and by no other', () => {
  const shapes = new Shapes<string>(100)
  const [table, alike] = [{ name: 'venues' }, { name: 'venues' }]
  walked(shapes, 'select', table, 3).keep('by number')
  walked(shapes, 'select', table, '3').keep('by text')
  walked(shapes, 'select', alike, 3).keep('of another table')
  walked(shapes, 'select').keep('the beginning')
  expect(walked(shapes, 'select', table, 3).kept).toBe('by number')
  expect(walked(shapes, 'select', table, '3').kept).toBe('by text')
  expect(walked(shapes, 'select', alike, 3).kept).toBe('of another table')
  expect(walked(shapes, 'select').kept).toBe('the beginning')
  expect(walked(shapes, 'select', table).kept).toBeUndefined()
  expect(walked(shapes, 'select', table, 3, 3).kept).toBeUndefined()
  expect(walked(shapes, table, 'select', 3).kept).toBeUndefined()
})

it('all are forgotten once there are more places than may be kept', () => {
  const shapes = new Shapes<string>(100)
  walked(shapes, 'often').keep('kept')
  for (let round = 0; round < 99; round += 1) walked(shapes, `once ${round}`)
  expect(walked(shapes, 'often').kept).toBe('kept')
  walked(shapes, 'one too many')
  expect(walked(shapes, 'often').kept).toBeUndefined()
})
