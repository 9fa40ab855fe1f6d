import { expect, it } from 'vitest'
import { judgeTogether } from './judge-together.mjs'

/** Runs tests as a file does: `fails(test, guard, before)` knows which guards were off in the tests before it in the run. */
function fileOf(fails) {
  const runs = []
  const play = async (tests, { pick, heard }) => {
    const ran = []
    for (const test of tests) {
      const guard = pick(test)
      if (guard === undefined) continue
      heard(test, fails(test, guard, ran))
      ran.push([test, guard])
    }
    runs.push(ran)
  }
  return { play, runs }
}
const placeOf = (test) => test.split(' ')[0]

/** The test per guard that is missed. */
async function killersOf(tests, play) {
  const killers = new Map()
  const left = await judgeTogether(new Map(tests), play, placeOf, (guard, test) => killers.set(guard, test))
  expect(new Set([...killers.keys(), ...left])).toEqual(new Set(new Map(tests).keys()))
  return killers
}

it('finds guards of different tests in one run, and asks again only about those whose test failed', async () => {
  const { play, runs } = fileOf((test, guard) => guard !== null && test.endsWith(guard))
  const killers = await killersOf(
    new Map([
      ['one', ['a one', 'a other']],
      ['two', ['b two']],
      ['three', ['c nothing']],
    ]),
    play,
  )
  expect(killers).toEqual(
    new Map([
      ['one', 'a one'],
      ['two', 'b two'],
    ]),
  )
  expect(runs[0].map(([, guard]) => guard)).toEqual(['one', 'two', 'three'])
})

it('has one guard off in a test, and tries all that pass it, one run after the other', async () => {
  const { play, runs } = fileOf((_test, guard) => guard === 'late')
  const tests = new Map([
    ['early', ['a']],
    ['late', ['a']],
  ])
  expect(await killersOf(tests, play)).toEqual(new Map([['late', 'a']]))
  expect(runs.slice(0, 2)).toEqual([[['a', 'early']], [['a', 'late']]])
})

it('tries every test that passes a guard before it survives', async () => {
  const { play, runs } = fileOf(() => false)
  expect((await killersOf(new Map([['one', ['a', 'b', 'c']]]), play)).size).toBe(0)
  expect(runs.flat().map(([test]) => test)).toEqual(['a', 'b', 'c'])
})

it('does not believe a failure that comes from a neighbour whose guard was off', async () => {
  const malformed = (before) => before.some(([, guard]) => guard === 'spoiler')
  const { play } = fileOf((test, guard, before) => guard !== null && (guard === 'spoiler' || malformed(before)))
  const tests = new Map([
    ['spoiler', ['a first']],
    ['innocent', ['a second']],
  ])
  expect(await killersOf(tests, play)).toEqual(new Map([['spoiler', 'a first']]))
})

it('does not believe a test that fails alone with every guard on', async () => {
  const { play } = fileOf(() => true)
  expect((await killersOf(new Map([['one', ['a']]]), play)).size).toBe(0)
})

it('gives the only test of a guard to it, not to one that other tests pass too', async () => {
  const { play, runs } = fileOf(() => false)
  const tests = new Map([
    ['everywhere', ['a', 'b']],
    ['here', ['a']],
  ])
  await killersOf(tests, play)
  expect(runs[0]).toEqual([
    ['a', 'here'],
    ['b', 'everywhere'],
  ])
})
