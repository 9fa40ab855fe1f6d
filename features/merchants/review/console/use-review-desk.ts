import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { merchantsApi } from '../../console/merchant-queries'
import { reviewLimits, type ReviewItem } from '../../contract'

/** What was answered during this visit, as it stood in the queue: asked for anew, a merchant counts again. */
const keyOf = ({ id, waitingSince }: ReviewItem) => `${id} ${waitingSince.getTime()}`

/** The queue without what this visit has answered, and where one stands in it. */
export function useReviewDesk(id: string | undefined, onOpen: (id: string) => void) {
  const client = useQueryClient()
  const [limit, setLimit] = useState<number>(reviewLimits.page)
  const queue = useQuery({
    ...merchantsApi.reviewQueue.queryOptions({ input: { limit } }),
    placeholderData: keepPreviousData,
  })
  const [answered, setAnswered] = useState<readonly string[]>([])
  const items = queue.data?.items ?? []
  const waiting = items.filter((item) => !answered.includes(keyOf(item)))
  // What was answered leaves the server's count with the next reading only.
  const waitingTotal = (queue.data?.total ?? 0) - (items.length - waiting.length)
  const { index, current, isGone } = usePlace(waiting, id, answered)
  const previous = waiting[index - 1]
  // What a colleague answered has left its place to the next one.
  const next = waiting[isGone ? index : index + 1]
  const hasMore = limit < reviewLimits.ranked && (queue.data?.total ?? 0) > items.length
  const loadMore = () => setLimit(Math.min(limit + reviewLimits.page, reviewLimits.ranked))

  const nextId = next?.id
  useEffect(() => {
    if (nextId !== undefined)
      void client.prefetchQuery(merchantsApi.get.queryOptions({ input: { merchantId: nextId } }))
  }, [client, nextId])

  /** The next one opens by itself; behind the last one it is the first of those passed over. */
  const answer = () => {
    if (!current) return
    setAnswered((before) => [...before, keyOf(current)])
    const following = next ?? waiting.find((item) => item.id !== current.id)
    if (following) onOpen(following.id)
  }
  return {
    queue,
    waiting,
    current,
    /** Somebody else answered what is open: it stays in sight until the person goes on. */
    isGone,
    answered: answered.length,
    waitingTotal,
    total: answered.length + waitingTotal,
    hasMore,
    isLoadingMore: queue.isPlaceholderData,
    hasFailed: queue.isError,
    /** Again, where the longer queue could not be had. */
    loadMore: queue.isError ? () => void queue.refetch() : loadMore,
    answer,
    goPrevious: previous && (() => onOpen(previous.id)),
    goNext:
      next &&
      (() => {
        // Who goes through by the arrows alone meets no end where more are waiting.
        if (hasMore && !queue.isPlaceholderData && next === waiting.at(-1)) loadMore()
        onOpen(next.id)
      }),
  }
}

/** The open one stays open when it leaves the queue by another hand; only an own answer moves on. */
function usePlace(waiting: readonly ReviewItem[], id: string | undefined, answered: readonly string[]) {
  const [open, setOpen] = useState<{ item: ReviewItem; index: number }>()
  const wanted = id ?? open?.item.id
  const found = waiting.findIndex((item) => item.id === wanted)
  const isGone = found === -1 && open !== undefined && open.item.id === wanted && !answered.includes(keyOf(open.item))
  const index = isGone ? Math.min(open.index, waiting.length) : Math.max(found, 0)
  const current = isGone ? open.item : waiting[index]
  useEffect(() => {
    if (current && !isGone) setOpen({ item: current, index })
  }, [current, index, isGone])
  return { index, current, isGone }
}
