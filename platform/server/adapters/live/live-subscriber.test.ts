import { beforeEach, describe, expect, it } from 'vitest'
import type { LiveDelivery } from '../../ports'
import { LiveSubscriber, maxWaiting } from './live-subscriber'

const here = { transactionId: 7n, id: 7n, atMs: 7_000 }
const event = (subjectId: string): LiveDelivery => ({ cursor: '1.1.1', topic: 'user', subjectId, merchantId: null })
const events = (...ids: string[]) => ids.map(event)

let told: string[]
let left: number
/** How many are taken before the reader says that it can take no more. */
let room: number
let subscriber: LiveSubscriber
beforeEach(() => {
  ;[told, left, room] = [[], 0, Infinity]
  subscriber = new LiveSubscriber(
    {
      take(delivery) {
        told.push('resync' in delivery ? 'resync' : delivery.subjectId)
        room -= 1
        return room > 0
      },
      end: (error) => void told.push(error instanceof Error ? error.message : 'end'),
    },
    () => (left += 1),
  )
})

describe('a reader of live events', () => {
  it('receives nothing before it reads, and earlier events first', () => {
    subscriber.push(events('c', 'd'), here)
    subscriber.resume()
    expect(told).toEqual([])
    subscriber.begin(events('a', 'b'))
    subscriber.push(events('e'), here)
    expect(told).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('that can take no more receives the rest on its next read', () => {
    subscriber.begin([])
    room = 2
    subscriber.resume()
    subscriber.push(events('a', 'b', 'c'), here)
    subscriber.push(events('d'), here)
    expect(told).toEqual(['a', 'b'])
    room = 1
    subscriber.resume()
    expect(told).toEqual(['a', 'b', 'c'])
    room = Infinity
    subscriber.resume()
    expect(told).toEqual(['a', 'b', 'c', 'd'])
  })

  it('may ask for more while it takes something', () => {
    const seen: LiveDelivery[] = []
    const eager = new LiveSubscriber(
      { take: (delivery) => (seen.push(delivery), eager.resume(), false), end: () => {} },
      () => {},
    )
    eager.begin(events('a', 'b'))
    eager.resume()
    eager.push(events('c'), here)
    expect(seen).toEqual(events('a', 'b', 'c'))
  })

  it('that falls too far behind has to read everything again, however much came', () => {
    subscriber.begin([])
    for (let round = 0; round < 5; round += 1)
      subscriber.push(
        Array.from({ length: maxWaiting - 1 }, (_, number) => event(String(number))),
        here,
      )
    subscriber.push(events('after'), here)
    subscriber.resume()
    subscriber.push(events('later'), here)
    expect(told).toEqual(['resync', 'later'])
  })

  it('hears the end after what waits for it', () => {
    subscriber.begin(events('a', 'b'))
    room = 1
    subscriber.resume()
    subscriber.close()
    expect(told).toEqual(['a'])
    subscriber.resume()
    expect([told, left]).toEqual([['a', 'b', 'end'], 1])
  })

  it('hears the end at once while what lies before is still being read: the rest alone would be a gap', () => {
    subscriber.push(events('b'), here)
    subscriber.resume()
    subscriber.close()
    subscriber.begin(events('a'))
    expect([told, left]).toEqual([['end'], 1])
  })

  it('hears what broke it off, once', () => {
    subscriber.resume()
    subscriber.end(new Error('away'))
    subscriber.end(new Error('away again'))
    subscriber.close()
    expect([told, left]).toEqual([['away'], 1])
  })

  it('that has left receives nothing more', () => {
    subscriber.resume()
    subscriber.leave()
    subscriber.begin(events('a'))
    subscriber.push(events('b'), here)
    subscriber.close()
    subscriber.end(new Error('away'))
    expect(told).toEqual([])
  })
})
