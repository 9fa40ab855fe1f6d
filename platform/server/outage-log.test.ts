import { expect, it } from 'vitest'
import { capturedLog } from '../testing/captured-log'
import { fixedClock } from '../testing/fixed-clock'
import { OutageLog } from './job-runner'

it('names the cause once when the database goes away, and once that it is back', () => {
  const [log, clock] = [capturedLog(), fixedClock()]
  const outages = new OutageLog({ log, clock })
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  outages.noteSuccess()
  expect(outages.noteFailure(new Error('query', { cause: refused }))).toBe(true)
  clock.advance(4_000)
  expect(outages.noteFailure(Object.assign(new Error('shutdown'), { code: '57P01' }))).toBe(true)
  outages.noteSuccess()
  outages.noteSuccess()
  expect(log.lines.map(({ level, event, details }) => [level, event, details])).toEqual([
    ['error', 'database_away', { code: 'ECONNREFUSED' }],
    ['warn', 'database_back', { ms: 4_000 }],
  ])
})

it('leaves other errors to its caller', () => {
  const log = capturedLog()
  expect(new OutageLog({ log, clock: fixedClock() }).noteFailure(new TypeError('ours'))).toBe(false)
  expect(log.lines).toEqual([])
})
