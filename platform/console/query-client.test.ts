import { ORPCError } from '@orpc/client'
import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { createQueryClient } from './query-client'

const MINUTE_MS = 60_000

describe('the data cache', () => {
  const queries = createQueryClient().getDefaultOptions().queries

  it('§9 is fresh for 5 minutes, and what is unused is kept for 10', () => {
    expect(queries).toMatchObject({ staleTime: 5 * MINUTE_MS, gcTime: 10 * MINUTE_MS })
  })

  it('§9 is not refetched on window focus', () => {
    expect(queries?.refetchOnWindowFocus).toBe(false)
  })

  it('§9 retries failed queries once', async () => {
    const client = createQueryClient()
    let requested = 0
    const queryFn = () => {
      requested += 1
      return Promise.reject(new Error('down'))
    }
    await expect(client.fetchQuery({ queryKey: ['x'], queryFn, retryDelay: 0, retry: queries?.retry })).rejects.toThrow(
      'down',
    )
    expect(requested).toBe(2)
  })

  it('lets no save wait for a connection: it fails at once (a paused one says nothing)', async () => {
    onlineManager.setOnline(false)
    const mutation = new MutationObserver(createQueryClient(), {
      mutationFn: () => Promise.reject(new TypeError('Failed to fetch')),
    })
    await expect(mutation.mutate()).rejects.toThrow('Failed to fetch')
    expect(mutation.getCurrentResult().isPaused).toBe(false)
    onlineManager.setOnline(true)
  })

  it('does not ask again after a refusal', async () => {
    const client = createQueryClient()
    let requested = 0
    const queryFn = () => {
      requested += 1
      return Promise.reject(new ORPCError('FORBIDDEN', { message: 'not yours' }))
    }
    await expect(client.fetchQuery({ queryKey: ['y'], queryFn, retryDelay: 0, retry: queries?.retry })).rejects.toThrow(
      'not yours',
    )
    expect(requested).toBe(1)
  })
})
