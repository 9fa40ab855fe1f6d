import { describe, expect, it } from 'vitest'
import { parseStat } from '../load/processor-time.mjs'
import { headLine, markdown, resultLine } from './rows.mjs'
import { aboveClass, ratioOf, summarise } from './summarise.mjs'

const round = { perSecond: 100, p50: 9, p99: 20, node: 2.5, postgres: 1.25, statements: 3, plans: 0 }
const resultOf = (ours, floor, safeFloor) => ({
  path: 'plans/list',
  ours: summarise(ours),
  floor: summarise(floor),
  ...(safeFloor && { safeFloor: summarise(safeFloor) }),
})

describe('several rounds', () => {
  it('become lowest, median and highest', () => {
    const rounds = [5, 1, 3].map((perSecond) => ({ ...round, perSecond }))
    expect(summarise(rounds).perSecond).toEqual([1, 3, 5])
  })

  it('have no figure that one of them lacks', () => {
    const rounds = [round, { ...round, plans: undefined }]
    expect(Object.keys(summarise(rounds))).not.toContain('plans')
  })

  it('are reported beside the floor', () => {
    const floor = { ...round, perSecond: 400, plans: undefined }
    const result = resultOf([round], [floor], [{ ...floor, perSecond: 200 }])
    expect(ratioOf(result)).toBe(0.25)
    expect(resultLine('plans', result)).toMatch(
      /^plans +100 +0\.25 +0\.50 +9 \/ 20 +9 \/ 20 +2\.5 +1\.3 +2\.5, 1\.3 +3\.0 +0\.0$/,
    )
    expect(headLine()).toHaveLength(resultLine('plans', result).length)
  })

  it('show a dash for what was not told', () => {
    const bare = { perSecond: 100, p50: 9, p99: 20 }
    expect(resultLine('plans', resultOf([bare], [bare]))).toMatch(/– +– +–, – +– +–$/)
  })
})

describe('the table of two sizes', () => {
  it('says how many times as long a request takes at the large one', () => {
    const large = { results: { plans: resultOf([round], [round]), more: resultOf([round], [round]) } }
    const small = { results: { plans: resultOf([{ ...round, perSecond: 130 }], [round]) } }
    const lines = markdown(large, small).split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[2]).toMatch(/\| 130 \| 1\.3× \|$/)
    expect(lines[3]).toMatch(/\| – \| – \|$/)
  })
})

describe('a CPU class', () => {
  const result = resultOf([{ ...round, node: 6.5, postgres: 2 }], [round])

  it('excludes the more expensive one', () => {
    expect(aboveClass(result, 's')).toEqual(['node 6.5 ms of 3'])
    expect(aboveClass(result, 'm')).toEqual(['node 6.5 ms of 6'])
    expect(aboveClass(result, 'l')).toEqual([])
  })
})

it('the time of a process is read past a name with spaces and brackets', () => {
  const text = '4711 (postgres: (a) b) S 42 1 1 0 -1 0 1 2 3 4 100 50 7 3 20 0 1 0 99'
  expect(parseStat(text)).toEqual({ name: 'postgres: (a) b', parent: 42, own: 150, ended: 10 })
})
