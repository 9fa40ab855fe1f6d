import { ORPCError } from '@orpc/client'
import { MutationCache, QueryClient, useQueryClient, type QueryKey } from '@tanstack/react-query'

const STALE_MS = 5 * 60_000
const KEEP_MS = 10 * 60_000

/** A refusal (4xx) stays a refusal; only faults of the network or the server are tried once more. */
function shouldRetry(failureCount: number, error: unknown): boolean {
  if (error instanceof ORPCError && error.status >= 400 && error.status < 500) return false
  return failureCount < 1
}

/** What lists read; a page that is not shown hears of no change. */
export const hiddenLists = {
  meta: { list: true },
  /** Something has changed somewhere: each is read again when it is opened. */
  outdate: (client: QueryClient) =>
    client.invalidateQueries({ type: 'inactive', refetchType: 'none', predicate: ({ meta }) => meta?.list === true }),
}

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    // An own change is told by the stream as well, but a moment later, and not at all while there is none.
    mutationCache: new MutationCache({ onSettled: () => void hiddenLists.outdate(client) }),
    defaultOptions: {
      queries: { staleTime: STALE_MS, gcTime: KEEP_MS, retry: shouldRetry, refetchOnWindowFocus: false },
      // A save waits for no connection: it fails at once, and the form keeps what was typed.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/** Of a write that is shown before it is answered: nothing is read again meanwhile, else the screen would jump back. */
export const writeKey = ['write'] as const

/** Reads anew whatever stands under the key: after an own change, or one of a colleague. */
export function useRefetch(queryKey: QueryKey): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey })
}
