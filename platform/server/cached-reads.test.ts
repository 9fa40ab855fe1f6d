import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { fixedClock } from '../testing/fixed-clock'
import { createTestServices } from '../testing/test-services'
import { remember } from './cached-reads'

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
  it('is read once for all who ask within its age, and anew after it', async () => {
    const { ask } = askedAs('age')
    expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
    services.clock.advance(maxAgeMs - 1)
    expect(await ask()).toBe(1)
    services.clock.advance(1)
    expect(await ask()).toBe(2)
  })

  it('is read anew where the clock was set back', async () => {
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

  it('is let go with the next read once it is too old for anybody', async () => {
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
