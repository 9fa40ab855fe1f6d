import { ORPCError } from '@orpc/client'
import { oc, type AnyContractRouter } from '@orpc/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApi, offlineText, setRpcLink } from './rpc'

const contract = { save: oc } satisfies AnyContractRouter
const api = createApi<typeof contract>('notes')
const fails = (error: unknown) => setRpcLink({ call: () => Promise.reject(error) })
const connected = (isConnected: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isConnected)

afterEach(() => vi.restoreAllMocks())

describe('a call that fails', () => {
  it('without a connection says so, like a refusal, and that nothing was saved', async () => {
    connected(false)
    fails(new TypeError('Failed to fetch'))
    await expect(api.save.call({})).rejects.toMatchObject({
      message: 'You are offline. Nothing was saved; try again when the connection is back.',
      status: 503,
      data: { reason: 'OFFLINE' },
    })
    await expect(api.save.call({})).rejects.toBeInstanceOf(ORPCError)
  })

  it('on the way does not say that nothing was saved: nobody knows', async () => {
    connected(true)
    fails(new TypeError('Failed to fetch'))
    await expect(api.save.call({})).rejects.toThrow('Failed to fetch')
  })

  it.each([
    ['a refusal that came before the connection went', new ORPCError('CONFLICT', { message: 'Somebody was faster' })],
    ['a call that was given up', new DOMException('Cancelled', 'AbortError')],
  ])('keeps %s as it is', async (_, error) => {
    connected(false)
    fails(error)
    await expect(api.save.call({})).rejects.toBe(error)
    expect(error.message).not.toBe(offlineText)
  })
})
