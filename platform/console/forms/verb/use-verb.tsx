import { useState } from 'react'
import { useSingleRun } from '../../plain-form/use-single-run'
import { isStale } from '../stale-notice'

interface VerbFacts<Row> {
  /** The record in a word: "payout". */
  what: string
  /** As it was when the dialog opened. */
  opened: Row
  /** As it is now. */
  load: (shown: Row) => Promise<Row>
  /** Whatever shows the record is read again once it is changed. */
  refetch: () => Promise<void>
  textOf: (error: unknown, during: 'run' | 'reload') => string
}

/**
 * Runs one verb on a record as it was when the dialog opened: if somebody was faster the server refuses, what was typed
 * stays, and `reload` shows the record as it is now.
 */
export function useVerb<Row>({ what, opened, load, refetch, textOf }: VerbFacts<Row>) {
  const [row, setRow] = useState(opened)
  const [problem, setProblem] = useState<string>()
  const [stale, setStale] = useState<unknown>()
  const [busy, runOnce] = useSingleRun()

  /** Whether it was done. */
  const run = async (verb: () => Promise<unknown>): Promise<boolean> => {
    let isDone = false
    await runOnce(async () => {
      setProblem(undefined)
      try {
        await verb()
        isDone = true
        void refetch()
      } catch (error) {
        setStale(isStale(error) ? error : undefined)
        setProblem(isStale(error) ? undefined : textOf(error, 'run'))
      }
    })
    return isDone
  }
  const reload = async () => {
    try {
      setRow(await load(row))
      setStale(undefined)
    } catch (error) {
      setProblem(textOf(error, 'reload'))
    }
  }
  return { what, row, problem, stale, busy, run, reload }
}

/** What the dialog around a verb shows of it. */
export type Verb = Pick<ReturnType<typeof useVerb>, 'what' | 'problem' | 'stale' | 'busy' | 'reload'>
