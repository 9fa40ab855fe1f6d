import type { QueryClient } from '@tanstack/react-query'

/** What was read for a page that nobody opened is forgotten: who comes later sees what is so then. */
const unopenedMs = 30_000
/** Given to `prefetchQuery` beside the options of a read; a page that shows it has options of its own, and keeps it as long as others. */
export const ahead = { gcTime: unopenedMs, meta: { ahead: true } }

/** Something has changed, and no page that waits for changes shows this yet: it is read when it is opened. */
export function forgetUnopened(client: QueryClient): void {
  client.removeQueries({ type: 'inactive', predicate: ({ meta }) => meta?.ahead === true })
}

/** Below what people take for waiting. */
const heldMs = 200

/** Holds a page back for the moment that its reads take, so that it need not be drawn twice; never for long, and never fails. */
export async function hold(reads: readonly Promise<unknown>[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, heldMs)))
  await Promise.race([Promise.allSettled(reads), patience])
  clearTimeout(timer)
}

/** Facts by which a page decides what it asks for. */
export interface Opening<Search> {
  client: QueryClient
  search: Search
  role: string
  timeZone: string
  /** The chosen merchant; undefined in the view of all. */
  merchantId: string | undefined
}

/** Begins what a page asks for as it opens, with the same keys as the page. */
export type PageReads<Search> = (opening: Opening<Search>) => Promise<unknown>[]
