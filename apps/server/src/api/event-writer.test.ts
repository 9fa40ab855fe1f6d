import { StandardOpenAPIHandler } from '@orpc/openapi/standard'
import { os, withEventMeta } from '@orpc/server'
import { StandardRPCHandler } from '@orpc/server/standard'
import { toFetchResponse } from '@orpc/standard-server-fetch'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Reader } from '@quaff/platform/server'
import { eventWriter } from './event-writer'

const messages = [
  { kind: 'hello', version: '1.2.3' },
  withEventMeta({ kind: 'event', topic: 'user', subjectId: 'usr_1', merchantId: null }, { id: '12.3.1700000000000' }),
  withEventMeta({ kind: 'resync' }, { id: '12.4.1700000000000' }),
  { kind: 'ended', why: 'other' },
]

/** Returns a manual source with the calls that it received and its readers. */
function hand() {
  const requested: string[] = []
  const readers: Reader<object>[] = []
  const source = (reader: Reader<object>) => {
    readers.push(reader)
    return { resume: () => void requested.push('resume'), leave: () => void requested.push('leave') }
  }
  return { requested, source, reader: () => readers[0] as Reader<object> }
}

const inRpc = eventWriter((json) => ({ json }))
const inRest = eventWriter((message) => message)
const never = () => {
  throw new Error('cut')
}
const readerOf = ({ body }: Response) => body?.getReader() as ReadableStreamDefaultReader<Uint8Array>

afterEach(() => void vi.useRealTimers())

describe('server-sent events of a source', () => {
  const router = {
    live: os.route({ method: 'POST', path: '/live' }).handler(async function* told() {
      yield* messages
    }),
  }
  const context = {}
  it.each([
    ['console', inRpc, new StandardRPCHandler(router)],
    ['typed API', inRest, new StandardOpenAPIHandler(router, {})],
  ])('are what the library writes for the %s, byte for byte', async (_, write, handler) => {
    const { source, reader } = hand()
    const own = write(source, never)
    for (const message of messages) reader().take(message)
    reader().end()
    const url = new URL('http://quaff.test/live')
    const request = { url, method: 'POST', headers: {}, body: () => Promise.resolve(undefined), signal: undefined }
    const { response } = await handler.handle(request, { context })
    if (!response) throw new Error('The library has answered nothing')
    const libraries = toFetchResponse(response)
    expect([own.status, Object.fromEntries(own.headers)]).toEqual([200, Object.fromEntries(libraries.headers)])
    expect(await own.text()).toBe(await libraries.text())
  })

  it('are serialized once for all readers of the same event', async () => {
    const [one, other] = [hand(), hand()]
    const streams = [one, other].map(({ source }) => readerOf(inRpc(source, never)))
    const [hello = {}] = messages
    for (const { reader } of [one, other]) reader().take(hello)
    const chunks = await Promise.all(streams.map(async (stream) => [await stream.read(), await stream.read()]))
    expect(chunks[0]?.[1]?.value).toBe(chunks[1]?.[1]?.value)
    for (const { reader } of [one, other]) reader().end()
  })

  it('are asked for when someone reads, and not before the last one has left', async () => {
    const { requested, source, reader } = hand()
    const stream = readerOf(inRpc(source, never))
    expect(requested).toEqual([])
    await stream.read()
    await expect.poll(() => requested).toEqual(['resume'])
    expect(reader().take({ kind: 'hello' })).toBe(false)
    await stream.read()
    await expect.poll(() => requested).toEqual(['resume', 'resume'])
    reader().end()
  })

  it('end for the source when the reader goes', async () => {
    const { requested, source } = hand()
    await inRpc(source, never).body?.cancel()
    expect(requested).toEqual(['leave'])
  })

  it('show a quiet reader every five seconds that someone is there', async () => {
    vi.useFakeTimers()
    const { source } = hand()
    const stream = readerOf(inRpc(source, never))
    const read: string[] = []
    const reading = (async () => {
      for (let next = await stream.read(); !next.done; next = await stream.read())
        read.push(new TextDecoder().decode(next.value))
    })()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(read).toEqual(Array.from({ length: 13 }, () => ': \n\n'))
    await stream.cancel()
    await reading
    expect(vi.getTimerCount()).toBe(0)
  })

  it('let a reader go that takes nothing for a minute, and nothing piles up for it', async () => {
    vi.useFakeTimers()
    const { requested, source, reader } = hand()
    const cut = vi.fn<() => void>()
    inRpc(source, cut)
    expect(reader().take({ kind: 'hello' })).toBe(false)
    await vi.advanceTimersByTimeAsync(50_000)
    expect([cut.mock.calls.length, requested]).toEqual([0, []])
    await vi.advanceTimersByTimeAsync(15_000)
    expect([cut.mock.calls.length, requested]).toEqual([1, ['leave']])
    expect(vi.getTimerCount()).toBe(0)
  })
})
