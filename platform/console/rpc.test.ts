import { ORPCError } from '@orpc/client'
import { oc, type AnyContractRouter } from '@orpc/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApi, offlineText, setRpcLink } from './rpc'

const contract = { save: oc } satisfies AnyContractRouter
const api = createApi<typeof contract>('notes')
const failures: unknown[] = []
const fails = (error: unknown) => setRpcLink({ call: () => Promise.reject(error) }, (failed) => failures.push(failed))
const connected = (isConnected: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isConnected)

afterEach(() => {
  vi.restoreAllMocks()
  failures.length = 0
})

describe('a call that fails', () => {
  it('without a connection says so, like a refusal', async () => {
    connected(false)
    fails(new TypeError('Failed to fetch'))
    await expect(api.save.call({})).rejects.toMatchObject({
      message: 'You’re offline. Try again when you’re back online.',
      status: 503,
      data: { reason: 'OFFLINE' },
    })
    await expect(api.save.call({})).rejects.toBeInstanceOf(ORPCError)
  })

  it('on the way does not say that nothing was saved: no one knows', async () => {
    connected(true)
    fails(new TypeError('Failed to fetch'))
    await expect(api.save.call({})).rejects.toThrow('Failed to fetch')
  })

  it('and was sent before the connection went does not say so either', async () => {
    connected(true).mockReturnValueOnce(true).mockReturnValue(false)
    fails(new TypeError('Failed to fetch'))
    await expect(api.save.call({})).rejects.toThrow('Failed to fetch')
  })

  it.each([
    [
      'a refusal that came before the connection went',
      new ORPCError('CONFLICT', { message: 'Another editor was faster' }),
    ],
    ['a call that was given up', new DOMException('Cancelled', 'AbortError')],
  ])('keeps %s as it is', async (_, error) => {
    connected(false)
    fails(error)
    await expect(api.save.call({})).rejects.toBe(error)
    expect(error.message).not.toBe(offlineText)
  })
})

describe('the log of failed calls (spec §8, "logged and rethrown")', () => {
  const refusal = new ORPCError('CONFLICT', {
    message: 'ana@example.test is taken',
    data: { reason: 'EMAIL_TAKEN', field: 'email' },
  })

  it.each([
    ['a refusal', refusal, { status: 409, reason: 'EMAIL_TAKEN' }],
    ['a fault of the server', new ORPCError('INTERNAL_SERVER_ERROR'), { status: 500, reason: 'INTERNAL_SERVER_ERROR' }],
    ['a broken connection', new TypeError('Failed to fetch'), { status: null, reason: 'TypeError' }],
  ])('holds %s by procedure, status and reason', async (_, error, expected) => {
    fails(error)
    await expect(api.save.call({ email: 'ana@example.test' })).rejects.toBe(error)
    expect(failures).toEqual([{ event: 'call_failed', procedure: 'notes.save', ...expected }])
  })

  it('holds nothing of a call that was given up', async () => {
    fails(new DOMException('Cancelled', 'AbortError'))
    await expect(api.save.call({})).rejects.toThrow('Cancelled')
    expect(failures).toEqual([])
  })

  it('is the warnings of the browser, without input, message or address', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    setRpcLink({ call: () => Promise.reject(refusal) })
    await expect(api.save.call({ email: 'ana@example.test' })).rejects.toBe(refusal)
    expect(warn.mock.calls).toEqual([
      ['{"event":"call_failed","procedure":"notes.save","status":409,"reason":"EMAIL_TAKEN"}'],
    ])
  })
})
