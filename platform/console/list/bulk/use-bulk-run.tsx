import { useMutation, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { endsAll, verbErrorText } from '../../forms/error-text'
import { isStale } from '../../forms/stale-notice'
import { useRefetch } from '../../query-client'
import { runOneByOne, type RowResult } from './run-one-by-one'

interface BulkRun<Row> {
  call: (row: Row) => Promise<unknown>
  /** Said of a row where the server gave no reason. */
  failed: string
  /** What is read again afterwards. */
  key: QueryKey
  onDone: (results: readonly RowResult[]) => void
}

const stale = 'This was changed while you were editing. Review it and try again.'

/** The same verb for each row, one after the other; stops when asked to, and when the dialog goes. */
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
