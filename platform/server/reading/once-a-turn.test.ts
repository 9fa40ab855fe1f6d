import { expect, it } from 'vitest'
import { onceATurn } from './once-a-turn'

/** What the database holds, and what was asked of it. */
function readingFrom(rows: Map<string, string>) {
  const sent: string[] = []
  const read = onceATurn((_: object, key) => {
    sent.push(key)
    return Promise.resolve(rows.get(key))
  })
  return { sent, read }
}
const db = {}
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('sends one statement for all who ask the same within a turn', async () => {
  const { sent, read } = readingFrom(
    new Map([
      ['a', 'flat white'],
      ['b', 'cortado'],
    ]),
  )
  const asked = [read(db, 'a'), Promise.resolve().then(() => read(db, 'a')), read(db, 'b'), read(db, 'gone')]
  expect(await Promise.all(asked)).toEqual(['flat white', 'flat white', 'cortado', undefined])
  expect(sent).toEqual(['a', 'b', 'gone'])
})

it('tells nobody what was true before they asked', async () => {
  const rows = new Map([['a', 'open']])
  const { sent, read } = readingFrom(rows)
  const before = read(db, 'a')
  await turn()
  rows.delete('a')
  expect(await Promise.all([before, read(db, 'a')])).toEqual(['open', undefined])
  expect(sent).toEqual(['a', 'a'])
})

it('reads what has changed between the first and the last who ask', async () => {
  const rows = new Map([['a', 'open']])
  const { read } = readingFrom(rows)
  const first = read(db, 'a')
  rows.delete('a')
  expect(await Promise.all([first, read(db, 'a')])).toEqual([undefined, undefined])
})

it('asks each database by itself', async () => {
  const { sent, read } = readingFrom(new Map())
  await Promise.all([read(db, 'a'), read({}, 'a')])
  expect(sent).toEqual(['a', 'a'])
})

it.each([
  ['answers with a failure', () => Promise.reject(new Error('away'))],
  [
    'cannot be asked',
    (): Promise<string> => {
      throw new Error('away')
    },
  ],
])('a database that %s fails all who asked together, and nobody after them', async (_, fail) => {
  let isAway = true
  const read = onceATurn(() => (isAway ? fail() : Promise.resolve('open')))
  const asked = await Promise.allSettled([read(db, 'a'), read(db, 'a')])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await read(db, 'a')).toBe('open')
})
