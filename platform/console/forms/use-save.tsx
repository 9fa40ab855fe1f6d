import type { UseFormReturnType } from '@mantine/form'
import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refusedField } from '../../shared/refusal'
import { errorText, verbErrorText } from './error-text'
import { isStale } from './stale-notice'
import { type Fields, type Run, useRun } from './use-write'

interface SaveDetails<Values, Saved extends object> {
  form: UseFormReturnType<Values>
  /** Queries to invalidate afterwards. */
  keys: readonly QueryKey[]
  send: (values: Values) => Promise<Saved>
  /** The changed record with its new values, shown optimistically in every list. */
  record?: Fields
  next?: (values: Values) => Fields
  onSaved?: (saved: Saved) => void | Promise<void>
  /** Handles a version conflict; resolves to true if the error needs no other message. */
  meet?: (error: unknown) => Promise<boolean>
  textOf?: (error: unknown) => string
  /** Maps a field name of the server to the one of the form; undefined if the form has no such field. */
  fieldOf?: (named: string) => string | undefined
}

/**
 * Saves a form once, even if submitted repeatedly. Validation errors appear at their fields and the first one is
 * focused; other refusals become the `problem` above the form, and the input stays.
 */
export function useSave<Values, Saved extends object>(details: SaveDetails<Values, Saved>) {
  const { form, keys, send, record = {}, next, onSaved, meet, textOf = errorText, fieldOf = (named) => named } = details
  const [problem, setProblem] = useState<string>()
  const root = useRef<Element>(undefined)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (attempt > 0) (root.current ?? document).querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])

  const refuse = async (error: unknown) => {
    if (await meet?.(error)) return
    const named = refusedField(error)
    const field = named && fieldOf(named)
    if (field) form.setFieldError(field, textOf(error))
    // A hidden field could not show its error either.
    if (field && form.getInputNode(field)) setAttempt((before) => before + 1)
    else setProblem(textOf(error))
  }
  const { busy, run } = useRun<Fields>(keys, (error) => void refuse(error))
  const save = async (values: Values) => {
    setProblem(undefined)
    const saved = await run(record, { call: () => send(values), next: next?.(values) })
    if (saved) await onSaved?.(saved)
  }
  const submit = form.onSubmit(
    (values, event) => {
      root.current = event?.currentTarget
      void save(values)
    },
    (_errors, _values, event) => {
      root.current = event?.currentTarget
      setAttempt((before) => before + 1)
    },
  )
  return { save, submit, problem, setProblem, busy }
}

interface VerbDetails<Row> {
  /** The record in a word: "payout". */
  what: string
  opened: Row
  keys: readonly QueryKey[]
  /** Reads the current record. Without it, closing the dialog refreshes the list. */
  load?: (shown: Row) => Promise<Row>
  /** Message for errors without a text from the server. */
  failed?: string
}

/**
 * Runs an action on the record version that the dialog opened with. On a version conflict the server refuses, the
 * input stays, and `reload` shows the current record.
 */
export function useVerb<Row extends Fields>({ what, opened, keys, load, failed }: VerbDetails<Row>) {
  const [row, setRow] = useState(opened)
  const [error, setError] = useState<{ problem?: string; stale?: unknown }>({})
  const { busy, run } = useRun<Row>(keys, (error) =>
    setError(load && isStale(error) ? { stale: error } : { problem: verbErrorText(error, failed) }),
  )
  const reload = async () => {
    try {
      if (load) setRow(await load(row))
      setError({})
    } catch (error) {
      setError((before) => ({ ...before, problem: verbErrorText(error, undefined, `Couldn’t load this ${what}`) }))
    }
  }
  return {
    what,
    row,
    ...error,
    busy,
    run: <Answer extends object>(work: Run<Row, Answer>) => {
      setError({})
      return run(row, work)
    },
    reload,
  }
}

export type Verb<Row extends Fields> = ReturnType<typeof useVerb<Row>>
