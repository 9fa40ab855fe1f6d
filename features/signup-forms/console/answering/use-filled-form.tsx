import { useEffect, useRef, useState } from 'react'
import type { AnsweringApi, LiveForm } from './answering-api-widget'
import type { FilledForm } from './filled-form'
import { keptAnswers } from './kept-answers'

/** What somebody has filled in so far; the first change is noted, once. */
export function useFilledForm(api: AnsweringApi, slug: string, form: LiveForm) {
  const [filled, setFilled] = useState<FilledForm>(() => ({
    answers: keptAnswers.read(slug, form.version),
    pictures: {},
  }))
  const hasBegun = useRef(false)
  const { answers } = filled
  useEffect(() => keptAnswers.keep(slug, form.version, answers), [slug, form.version, answers])
  const begin = () => {
    if (hasBegun.current) return
    hasBegun.current = true
    api.noteStart(slug).catch(() => {
      // Only counted: a form is filled in without it just as well.
    })
  }
  return {
    filled,
    type: (fieldId: string, value: string) => {
      begin()
      setFilled((before) => ({ ...before, answers: { ...before.answers, [fieldId]: value } }))
    },
    choose: (fieldId: string, picture: File | undefined) => {
      begin()
      setFilled(({ pictures: { [fieldId]: _replaced, ...others }, ...before }) => ({
        ...before,
        pictures: picture === undefined ? others : { ...others, [fieldId]: picture },
      }))
    },
  }
}
