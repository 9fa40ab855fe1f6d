import { useQueries, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { MeasuredQuery } from '@quaff/platform/console/display/measured-words'
import type { DayRange } from '../range/rules'

export interface Parts<T> extends MeasuredQuery<T> {
  total: number
  /** How many of them `data` holds, from the first without a gap. */
  done: number
  isStopped: boolean
  stop: () => void
  resume: () => void
}

interface UsePartsOptions<T, TKey extends readonly unknown[]> {
  parts: readonly DayRange[]
  ask: (part: DayRange) => UseQueryOptions<T, Error, T, TKey>
  /** Of at least one. */
  add: (answers: readonly T[]) => T
}

/** As long as the server remembers them itself: another range may share most of its parts. */
const partMaxAgeMs = 5 * 60_000

/** One part after the other, so that a long range neither holds the server up nor shows nothing for long. */
export function useParts<T, TKey extends readonly unknown[]>({ parts, ask, add }: UsePartsOptions<T, TKey>): Parts<T> {
  const [isStopped, setIsStopped] = useState(false)
  const [reached, setReached] = useState(0)
  const results = useQueries({
    queries: parts.map((part, index) => ({
      ...ask(part),
      // What is there already stays enabled: it would be asked for once more when reading goes on.
      enabled: index < reached || (index === reached && (index === 0 || !isStopped)),
      ...(parts.length > 1 && { staleTime: partMaxAgeMs, refetchOnWindowFocus: false }),
    })),
  })
  const gap = results.findIndex(({ data }) => data === undefined)
  const done = gap === -1 ? results.length : gap
  // Allows the next part in the same pass that has seen the last one.
  if (done !== reached) setReached(done)
  const answers = results.slice(0, done).flatMap(({ data }) => (data === undefined ? [] : [data]))
  const isError = results.some((result) => result.isError)
  return {
    data: answers.length === 0 ? undefined : add(answers),
    isPending: done === 0 && !isError,
    isError,
    isRefetchError: results.some((result) => result.isRefetchError),
    isFetching: results.some((result) => result.isFetching),
    isPlaceholderData: false,
    refetch: () => Promise.all(results.filter((result) => result.isError).map((result) => result.refetch())),
    total: parts.length,
    done,
    isStopped,
    stop: () => setIsStopped(true),
    resume: () => setIsStopped(false),
  }
}
