import type { QueryKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText } from '../error-text'
import { newRequestKey } from '../request-key'
import type { Fields } from './patch-rows'
import { useRun, type Run } from './use-run'

interface SaveFacts {
  keys: readonly QueryKey[]
  /** Takes what is no refusal of the input, and answers whether it was that: somebody was faster. */
  meet?: (error: unknown) => Promise<boolean>
  /** A refusal stands at the field that it is about, where it is about one. */
  form?: { setFieldError: (field: string, text: string) => void }
  fieldOf?: (error: unknown) => string | undefined
  /** The field may be out of sight: it is said above the form, too. */
  isLong?: boolean
  textOf?: (error: unknown) => string
}

/** Saves a form, once however often it is sent: what was typed stays until the server has it, and says what is wrong with it. */
export function useSave({ keys, meet, form, fieldOf, isLong, textOf = errorText }: SaveFacts) {
  const [problem, setProblem] = useState<string>()
  const sent = useRef({ text: '', key: '' })
  const refuse = async (error: unknown) => {
    if (await meet?.(error)) return
    const text = textOf(error)
    const field = fieldOf?.(error)
    if (field === undefined || isLong) setProblem(text)
    if (field !== undefined) form?.setFieldError(field, text)
  }
  const { busy, run } = useRun<Fields>(keys, (error) => void refuse(error))
  return {
    busy,
    problem,
    setProblem,
    /** `record` is what is changed, where there is one already. */
    save: <Answer extends object>(call: () => Promise<Answer>, record: Fields = {}, next?: Fields) => {
      setProblem(undefined)
      return run(record, { call, next } satisfies Run<Fields, Answer>)
    },
    /** The same sent again, after a lost answer, is the same request; anything else is another one. */
    keyOf: (input: unknown) => {
      const text = JSON.stringify(input)
      if (sent.current.text !== text) sent.current = { text, key: newRequestKey() }
      return sent.current.key
    },
  }
}
