import { useQueries, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { ProgressBar } from '@quaff/platform/console/display/charts/bar-list'
import { counted, formatCount } from '@quaff/platform/console/display/formats'
import type { MeasuredQuery } from '@quaff/platform/console/display/measured-labels'
import type { DayRange } from '../range-rules'
import classes from './analytics.module.css'

/** While a long range is read, or where that was stopped; nothing once all of it is there. */
export function PartsProgress({ parts, title }: { parts: Parts<unknown>; title: string }) {
  const { done, total, isStopped, isError, isFetching, stop, resume, refetch } = parts
  if (done === total) return null
  const hasFailed = isError && !isFetching
  const amount = `${formatCount(done)} of ${counted(total, 'part')}`
  return (
    <div className={classes.progress}>
      <ProgressBar className={classes.bar} value={done} max={total} label={`Reading ${title}`} />
      <span className="q-caption q-num" role="status">
        {progressText({ amount, hasFailed, isStopped })}
      </span>
      {hasFailed ? (
        <Button size="sm" onClick={() => void refetch()}>
          Retry
        </Button>
      ) : (
        <Button
          size="sm"
          onClick={isStopped ? resume : stop}
          aria-label={`${isStopped ? 'Continue' : 'Stop'} reading ${title}`}
        >
          {isStopped ? 'Continue' : 'Stop'}
        </Button>
      )}
    </div>
  )
}

type Details = { amount: string; hasFailed: boolean; isStopped: boolean }

function progressText({ amount, hasFailed, isStopped }: Details): string {
  if (hasFailed) return `Partial result, ${amount}. Couldn’t load the next`
  return isStopped ? `Partial result, stopped at ${amount}` : `Partial result so far, ${amount}`
}

interface Parts<T> extends MeasuredQuery<T> {
  total: number
  /** Number of parts in `data`, from the first without a gap. */
  done: number
  isStopped: boolean
  stop: () => void
  resume: () => void
}

interface UsePartsOptions<T, TKey extends readonly unknown[]> {
  parts: readonly DayRange[]
  ask: (part: DayRange) => UseQueryOptions<T, Error, T, TKey>
  /** Receives at least one part. */
  add: (answers: readonly T[]) => T
}

/** Equals the server's cache time: another range may share most of its parts. */
const partMaxAgeMs = 5 * 60_000

/** Reads one part after the other, so a long range neither blocks the server nor stays empty. */
export function useParts<T, TKey extends readonly unknown[]>({ parts, ask, add }: UsePartsOptions<T, TKey>): Parts<T> {
  const [isStopped, setIsStopped] = useState(false)
  const [reached, setReached] = useState(0)
  const results = useQueries({
    queries: parts.map((part, index) => ({
      ...ask(part),
      // Loaded parts stay enabled; otherwise they would be fetched again when reading resumes.
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
