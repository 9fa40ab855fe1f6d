import { ORPCError } from '@orpc/client'
import { MutationCache, QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'

const STALE_MS = 5 * 60_000
const KEEP_MS = 10 * 60_000

const isRefusal = (error: unknown): error is ORPCError<string, unknown> =>
  error instanceof ORPCError && error.status >= 400 && error.status < 500

/** A refusal (4xx) is final; only network and server errors are retried, once. */
const shouldRetry = (failureCount: number, error: unknown) => !isRefusal(error) && failureCount < 1

/** Returns false if the same request would be refused again. */
export const mayRetry = (error: unknown) => !isRefusal(error) || error.status === 408 || error.status === 429

/** Returns true if the record does not exist, or is not this person's to see. */
export const isMissing = (error: unknown) => isRefusal(error) && [400, 403, 404].includes(error.status)

export const isNotFound = (error: unknown) => isRefusal(error) && error.status === 404

/** The list queries. Hidden pages receive no changes, so their lists are invalidated. */
export const hiddenLists = {
  meta: { list: true },
  /** Something has changed somewhere: each is read again when it is opened. */
  outdate: (client: QueryClient) =>
    client.invalidateQueries({ type: 'inactive', refetchType: 'none', predicate: ({ meta }) => meta?.list === true }),
}

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    // The live stream reports own changes too, but later, and not while it is disconnected.
    mutationCache: new MutationCache({ onSettled: () => void hiddenLists.outdate(client) }),
    defaultOptions: {
      queries: { staleTime: STALE_MS, gcTime: KEEP_MS, retry: shouldRetry, refetchOnWindowFocus: false },
      // A save fails immediately without a connection, and the form keeps its input.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/** Key of optimistic writes. While one is pending nothing is refetched, or the screen would jump back. */
export const writeKey = ['write'] as const

/** Refetches the queries under the key after an own change or a live event. */
export function useRefetch(queryKey: QueryKey): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey })
}

/** Prefetched data of an unopened page is dropped, so that a later visit shows current data. */
const unopenedMs = 30_000

/** Options for `prefetchQuery`. A page that shows the data has its own options and keeps it as usual. */
export const ahead = { gcTime: unopenedMs, meta: { ahead: true } }

/** Something has changed, and no page that waits for changes shows this yet: it is read when it is opened. */
export function forgetUnopened(client: QueryClient): void {
  client.removeQueries({ type: 'inactive', predicate: ({ meta }) => meta?.ahead === true })
}

/** Below the delay that users notice. */
const heldMs = 200

/** Delays a page until its reads settle, at most `heldMs`, so that it renders once. Never fails. */
export async function hold(reads: readonly Promise<unknown>[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, heldMs)))
  await Promise.race([Promise.allSettled(reads), patience])
  clearTimeout(timer)
}

/** Values that determine the reads of a page. */
export interface Opening<Search> {
  client: QueryClient
  search: Search
  role: string
  timeZone: string
  /** The chosen merchant; undefined in the view of all. */
  merchantId: string | undefined
}

/** Starts the reads of a page as it opens, under the same query keys as the page. */
export type PageReads<Search> = (opening: Opening<Search>) => Promise<unknown>[]
