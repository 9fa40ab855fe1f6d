import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { refusedField } from '@quaff/platform/shared/refusal'
import { useSingleRun } from '../plain-form/use-single-run'
import { errorText } from './error-text'
import { newRequestKey } from './request-key'

interface SaveFacts<Values, Saved> {
  form: UseFormReturnType<Values>
  send: (values: Values) => Promise<Saved>
  onSaved?: (saved: Saved) => void | Promise<void>
  /** Takes the refusal of a save that came second. */
  meet?: (error: unknown) => Promise<boolean>
  textOf?: (error: unknown) => string
  /** The field of the form that the server's is, where it goes by another name; undefined where there is none. */
  fieldOf?: (named: string) => string | undefined
}

/**
 * Saves a form once, however often it is pressed. What is wrong stands at its field, the first of which takes the focus;
 * other refusals are the `problem` above the form. What was typed stays.
 */
export function useSave<Values, Saved>(facts: SaveFacts<Values, Saved>) {
  const { form, send, onSaved, meet, textOf = errorText, fieldOf = (named) => named } = facts
  const [problem, setProblem] = useState<string>()
  const [busy, runOnce] = useSingleRun()
  const root = useRef<Element>(undefined)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (attempt > 0) (root.current ?? document).querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])

  const refuse = (error: unknown) => {
    const named = refusedField(error)
    const field = named && fieldOf(named)
    if (field) form.setFieldError(field, textOf(error))
    // A field that is not shown could not show its fault either.
    if (field && form.getInputNode(field)) setAttempt((before) => before + 1)
    else setProblem(textOf(error))
  }
  const save = (values: Values) =>
    runOnce(async () => {
      setProblem(undefined)
      try {
        const saved = await send(values)
        await onSaved?.(saved)
      } catch (error) {
        if (!(await meet?.(error))) refuse(error)
      }
    })
  const submit = form.onSubmit(
    (values, event) => {
      root.current = event?.currentTarget
      void save(values)
    },
    (_faults, _values, event) => {
      root.current = event?.currentTarget
      setAttempt((before) => before + 1)
    },
  )
  return { save, submit, problem, setProblem, busy }
}

/** The same sent again, after a lost answer, is the same request; anything else is another one. */
export function useRequestKey() {
  const sent = useRef({ text: '', key: '' })
  return (input: unknown): string => {
    const text = JSON.stringify(input)
    if (sent.current.text !== text) sent.current = { text, key: newRequestKey() }
    return sent.current.key
  }
}
