import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { endsAll, verbErrorText } from '@quaff/platform/console/forms/error-text'
import { isStale } from '@quaff/platform/console/forms/stale-notice'
import { runOneByOne } from '@quaff/platform/console/list/bulk/run-one-by-one'
import { useRefetch } from '@quaff/platform/console/query-client'
import { payoutsApi } from '../../payout-queries'
import type { Candidate } from './bulk-preview'
import { bulkWords, type BulkAction } from './bulk-words'

const stale = 'Somebody else changed it meanwhile. Look at it again.'

/** The same verb for each, one after the other; stops when asked to, and when the dialog goes. */
export function useBulk(action: BulkAction, onDone: (finished: ReadonlySet<string>) => void) {
  const refetch = useRefetch(payoutsApi.key())
  const abort = useRef<AbortController>(undefined)
  const [done, setDone] = useState(0)
  useEffect(() => () => abort.current?.abort(), [])

  const run = useMutation({
    mutationFn: (rows: readonly Candidate[]) => {
      setDone(0)
      abort.current = new AbortController()
      return runOneByOne({
        rows,
        run: ({ id, version }) => payoutsApi[action].call({ payoutId: id, version }),
        describe: (error) => (isStale(error) ? stale : verbErrorText(error, bulkWords[action].failed)),
        endsAll,
        signal: abort.current.signal,
        onProgress: setDone,
      })
    },
    onSuccess: (results) => {
      onDone(new Set(results.filter(({ ok }) => ok).map(({ id }) => id)))
      void refetch()
    },
  })
  return { run, done, stop: () => abort.current?.abort() }
}
