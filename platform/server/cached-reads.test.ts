import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { fixedClock } from '../testing/fixed-clock'
import { createTestServices } from '../testing/test-services'
import { onceATurn, remember } from './cached-reads'

const maxAgeMs = 60_000
const services = await createTestServices()
const askedAs = (key: string) => {
  let reads = 0
  const ask = (fails = false) =>
    remember(services, { key: [key], maxAgeMs }, () => {
      reads += 1
      return fails ? Promise.reject(new Error('down')) : Promise.resolve(reads)
    })
  return { ask, reads: () => reads }
}

describe('a remembered answer', () => {
  it('is read once for all who ask within its age, and again after it', async () => {
    const { ask } = askedAs('age')
    expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
    services.clock.advance(maxAgeMs - 1)
    expect(await ask()).toBe(1)
    services.clock.advance(1)
    expect(await ask()).toBe(2)
  })

  it('is read again where the clock was set back', async () => {
    const { ask } = askedAs('set back')
    services.clock.advance(86_400_000)
    expect(await ask()).toBe(1)
    services.clock.advance(-86_400_000)
    expect(await ask()).toBe(2)
  })

  it('is not kept when the read has failed', async () => {
    const { ask, reads } = askedAs('failed')
    await expect(ask(true)).rejects.toThrow('down')
    expect(await ask()).toBe(2)
    expect(reads()).toBe(2)
  })

  it('belongs to its key and its database', async () => {
    expect(await askedAs('one').ask()).toBe(1)
    expect(await askedAs('other').ask()).toBe(1)
    const elsewhere = await createTestServices({ clock: fixedClock() })
    expect(await remember(elsewhere, { key: ['one'], maxAgeMs }, () => Promise.resolve('elsewhere'))).toBe('elsewhere')
    await elsewhere.close()
  })

  it('is let go with the next read once it is too old for anyone', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const readAnswer = async (key: string) => {
      const answer = { figures: [key] }
      await remember(services, { key: [key], maxAgeMs }, () => Promise.resolve(answer))
      return new WeakRef(answer)
    }
    const old = await readAnswer('of the last hour')
    services.clock.advance(maxAgeMs)
    const young = await readAnswer('of now')
    // A weak reference holds what it names until its turn is over.
    await new Promise((resolve) => setImmediate(resolve))
    collect()
    expect([old.deref(), young.deref()]).toEqual([undefined, { figures: ['of now'] }])
  })

  it('gives way to newer ones, the oldest first', async () => {
    const { ask } = askedAs('oldest')
    expect(await ask()).toBe(1)
    for (let index = 0; index < 1_000; index += 1) await askedAs(`filler ${index}`).ask()
    expect(await ask()).toBe(2)
  })
})

/** The database rows and the reads that were made. */
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
  const requested = [read(db, 'a'), Promise.resolve().then(() => read(db, 'a')), read(db, 'b'), read(db, 'gone')]
  expect(await Promise.all(requested)).toEqual(['flat white', 'flat white', 'cortado', undefined])
  expect(sent).toEqual(['a', 'b', 'gone'])
})

it('tells no one what was true before they asked', async () => {
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
])('a database that %s fails all who asked together, and no one after them', async (_, fail) => {
  let isAway = true
  const read = onceATurn(() => (isAway ? fail() : Promise.resolve('open')))
  const requested = await Promise.allSettled([read(db, 'a'), read(db, 'a')])
  expect(requested.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await read(db, 'a')).toBe('open')
})
