import type { QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { verbErrorText } from './error-text'
import type { Fields } from './patch-rows'
import { isStale } from './stale-notice'
import { useRun, type Run } from './use-run'

interface VerbFacts<Row> {
  /** The record in a word: "payout". */
  what: string
  /** As it was when the dialog opened. */
  opened: Row
  keys: readonly QueryKey[]
  /** As it is now; what cannot be loaded alone is looked at anew by closing. */
  load?: (shown: Row) => Promise<Row>
  /** What is said where the server said nothing itself. */
  failed?: string
}

/**
 * Runs one verb on a record as it was when the dialog opened: if somebody was faster the server refuses, what was typed
 * stays, and `reload` shows the record as it is now.
 */
export function useVerb<Row extends Fields>({ what, opened, keys, load, failed }: VerbFacts<Row>) {
  const [row, setRow] = useState(opened)
  const [fault, setFault] = useState<{ problem?: string; stale?: unknown }>({})
  const { busy, run } = useRun<Row>(keys, (error) =>
    setFault(load && isStale(error) ? { stale: error } : { problem: verbErrorText(error, failed) }),
  )
  const reload = async () => {
    try {
      if (load) setRow(await load(row))
      setFault({})
    } catch (error) {
      setFault((before) => ({ ...before, problem: verbErrorText(error, undefined, `Couldn’t load this ${what}`) }))
    }
  }
  return {
    what,
    row,
    ...fault,
    busy,
    run: <Answer extends object>(work: Run<Row, Answer>) => {
      setFault({})
      return run(row, work)
    },
    reload,
  }
}

/** What the dialog around a verb uses of it. */
export type Verb<Row extends Fields> = ReturnType<typeof useVerb<Row>>
