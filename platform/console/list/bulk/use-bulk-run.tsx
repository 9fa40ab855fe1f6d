import { type QueryKey, useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '../../display/formats'
import { endsAll, isUnconfirmedText, verbErrorText } from '../../forms/error-text'
import { isStale } from '../../forms/stale-notice'
import { useRefetch } from '../../query-client'

interface BulkRun<Row> {
  call: (row: Row) => Promise<unknown>
  /** Said of a row where the server gave no reason. */
  failed: string
  /** The query to invalidate afterwards. */
  key: QueryKey
  onDone: (results: readonly RowResult[]) => void
}

const stale = 'This was changed while you were editing. Review it and try again.'

/** Runs the same verb for each row in sequence; stops on request and when the dialog unmounts. */
export function useBulkRun<Row extends { id: string; name: string }>({ call, failed, key, onDone }: BulkRun<Row>) {
  const refetch = useRefetch(key)
  const abort = useRef<AbortController>(undefined)
  const [done, setDone] = useState(0)
  useEffect(() => () => abort.current?.abort(), [])

  const { mutate, data, isPending, isIdle } = useMutation({
    mutationFn: (rows: readonly Row[]) => {
      setDone(0)
      abort.current = new AbortController()
      return runOneByOne({
        rows,
        run: call,
        describe: (error) => (isStale(error) ? stale : verbErrorText(error, failed)),
        endsAll,
        signal: abort.current.signal,
        onProgress: setDone,
      })
    },
    onSuccess: (results) => {
      onDone(results)
      void refetch()
    },
  })
  return { start: mutate, results: data, isRunning: isPending, isIdle, done, stop: () => abort.current?.abort() }
}

export interface RowResult {
  id: string
  name: string
  ok: boolean
  /** A sentence for people. */
  error: string | null
}

interface Run<T> {
  rows: readonly T[]
  run: (row: T) => Promise<unknown>
  describe: (error: unknown) => string
  /** No use in asking for the others: no connection, signed out. */
  endsAll: (error: unknown) => boolean
  signal: AbortSignal
  onProgress: (done: number) => void
}

export const notTried = 'Not tried.'

/** "7 approved · 1 failed · 1 not confirmed · 3 not tried" */
export function summaryOf(doneWord: string, results: readonly RowResult[]): string {
  const done = results.filter(({ ok }) => ok).length
  const untried = results.filter(({ error }) => error === notTried).length
  const unconfirmed = results.filter(({ error }) => isUnconfirmedText(error)).length
  const failed = results.length - done - untried - unconfirmed
  return [
    `${formatCount(done)} ${doneWord}`,
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(unconfirmed > 0 ? [`${formatCount(unconfirmed)} not confirmed`] : []),
    ...(untried > 0 ? [`${formatCount(untried)} not tried`] : []),
  ].join(' · ')
}

/** Sends one request per row, sequentially, and returns each result. Rows after an abort are not sent. */
async function runOneByOne<T extends { id: string; name: string }>(options: Run<T>): Promise<RowResult[]> {
  const { rows, run, describe, endsAll, signal, onProgress } = options
  const results: RowResult[] = []
  let isOver = false
  for (const row of rows) {
    const { id, name } = row
    if (isOver || signal.aborted) {
      results.push({ id, name, ok: false, error: notTried })
      continue
    }
    try {
      await run(row)
      results.push({ id, name, ok: true, error: null })
    } catch (error) {
      results.push({ id, name, ok: false, error: describe(error) })
      isOver = endsAll(error)
    }
    onProgress(results.length)
  }
  return results
}
