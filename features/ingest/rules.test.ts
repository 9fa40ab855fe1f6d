import { expect, it } from 'vitest'
import { countOutcomes, inWaves } from './rules'

const rows = [
  { id: 'a', at: 3 },
  { id: 'b', at: 1 },
  { id: 'a', at: 1 },
  { id: 'a', at: 2 },
]

it('writes states of one record one after another, oldest first, and other records in parallel', () => {
  const waves = inWaves(
    rows,
    ({ id }) => id,
    ({ at }) => at,
  )
  expect(waves).toEqual([
    [
      { id: 'b', at: 1 },
      { id: 'a', at: 1 },
    ],
    [{ id: 'a', at: 2 }],
    [{ id: 'a', at: 3 }],
  ])
})

it('counts every outcome, including zeros', () => {
  expect(countOutcomes([{ eventId: 'evt_1', outcome: 'same' }])).toEqual({
    created: 0,
    updated: 0,
    same: 1,
    older: 0,
    duplicate: 0,
    refused: 0,
  })
})
