import { describe, expect, it } from 'vitest'
import { pull, type Reader } from './streams'

/** Returns a manual source with the calls that it received and its readers. */
function hand() {
  const requested: string[] = []
  const readers: Reader<string>[] = []
  const source = (reader: Reader<string>) => {
    readers.push(reader)
    return { resume: () => void requested.push('resume'), leave: () => void requested.push('leave') }
  }
  return { requested, source, reader: () => readers[0] as Reader<string> }
}

const settled = (promise: Promise<unknown>) => Promise.race([promise.then(() => true), Promise.resolve(false)])

describe('a loop over a source', () => {
  it('begins it before anyone reads, and asks for one thing after the other', async () => {
    const { requested, source, reader } = hand()
    const loop = pull(source)
    expect(requested).toEqual([])
    const first = loop.next()
    expect(requested).toEqual(['resume'])
    expect(reader().take('one')).toBe(false)
    expect(await first).toEqual({ done: false, value: 'one' })
    expect(requested).toEqual(['resume'])
    const second = loop.next()
    expect(await settled(second)).toBe(false)
    expect(requested).toEqual(['resume', 'resume'])
    reader().end()
    expect((await second).done).toBe(true)
  })

  it('gives what came before a fault, then throws it', async () => {
    const { source, reader } = hand()
    const loop = pull(source)
    reader().take('one')
    reader().end(new Error('away'))
    expect((await loop.next()).value).toBe('one')
    await expect(loop.next()).rejects.toThrow('away')
  })

  it.each(['before it began', 'before the first read', 'while a reader waits'])(
    'leaves the source once the signal says so, %s',
    async (when) => {
      const { requested, source } = hand()
      const leaving = new AbortController()
      if (when === 'before it began') leaving.abort()
      const loop = pull(source, leaving.signal)
      const waiting = when === 'while a reader waits' ? loop.next() : undefined
      leaving.abort()
      expect(requested).toContain('leave')
      expect((await (waiting ?? loop.next())).done).toBe(true)
    },
  )

  it('leaves the source when it is broken off', async () => {
    const { requested, source, reader } = hand()
    const loop = pull(source)
    reader().take('one')
    for await (const one of loop) if (one === 'one') break
    expect(requested).toEqual(['leave'])
  })
})
