import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReviewItem } from '../../contract'
import { merchantsApi } from '../merchant-queries'

/** What was answered during this visit, as it stood in the queue: asked for anew, a merchant counts again. */
const keyOf = ({ id, waitingSince }: ReviewItem) => `${id} ${waitingSince.getTime()}`

/** The queue without what this visit has answered, and where one stands in it. */
export function useReviewDesk(id: string | undefined, onOpen: (id: string) => void) {
  const client = useQueryClient()
  const queue = useQuery(merchantsApi.reviewQueue.queryOptions({ input: {} }))
  const [answered, setAnswered] = useState<readonly string[]>([])
  const waiting = (queue.data ?? []).filter((item) => !answered.includes(keyOf(item)))
  const index = Math.max(
    waiting.findIndex((item) => item.id === id),
    0,
  )
  const current = waiting[index]
  const previous = waiting[index - 1]
  const next = waiting[index + 1]

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
    answered: answered.length,
    total: answered.length + waiting.length,
    answer,
    goPrevious: previous && (() => onOpen(previous.id)),
    goNext: next && (() => onOpen(next.id)),
  }
}
