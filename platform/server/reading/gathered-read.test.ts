import { expect, it } from 'vitest'
import { gatheredRead } from './gathered-read'

/** What the database holds, and what was asked of it. */
function readingFrom(rows: Map<string, string>) {
  const sent: string[][] = []
  const read = gatheredRead((_: object, keys: string[]) => {
    sent.push(keys)
    return Promise.resolve(new Map([...rows].filter(([key]) => keys.includes(key))))
  })
  return { sent, read }
}
const db = {}
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('sends one statement for all who ask within a turn, with each key once', async () => {
  const { sent, read } = readingFrom(new Map([['a', 'flat white'], ['b', 'cortado']])) // prettier-ignore
  const asked = [read(db, 'a'), Promise.resolve().then(() => read(db, 'b')), read(db, 'a'), read(db, 'gone')]
  expect(await Promise.all(asked)).toEqual(['flat white', 'cortado', 'flat white', undefined])
  expect(sent).toEqual([['a', 'gone', 'b']])
})

it('tells nobody what was true before they asked', async () => {
  const rows = new Map([['a', 'open']])
  const { sent, read } = readingFrom(rows)
  const before = read(db, 'a')
  await turn()
  rows.delete('a')
  expect(await Promise.all([before, read(db, 'a')])).toEqual(['open', undefined])
  expect(sent).toEqual([['a'], ['a']])
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
  expect(sent).toEqual([['a'], ['a']])
})

it('fails for all who asked together, and for nobody after them', async () => {
  let isAway = true
  const read = gatheredRead(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(new Map([['a', 1]]))))
  const asked = await Promise.allSettled([read(db, 'a'), read(db, 'b')])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await read(db, 'a')).toBe(1)
})

it('fails for all where it could not even be asked', async () => {
  const read = gatheredRead(() => {
    throw new Error('no such database')
  })
  await expect(read(db, 'a')).rejects.toThrow('no such database')
  await expect(read(db, 'a')).rejects.toThrow('no such database')
})
