import { useEffect, useState } from 'react'
import type { AnsweringApi, LiveForm } from './answering-api-widget'
import { countedVisit } from './counted-visit'
import type { FilledForm } from './filled-form'
import { keptAnswers } from './kept-answers'
import { fitPicture } from './picture-file'

/** What somebody has filled in so far; the first change is noted, once. */
export function useFilledForm(api: AnsweringApi, slug: string, form: LiveForm) {
  const [filled, setFilled] = useState<FilledForm>(() => ({
    answers: keptAnswers.read(slug, form.version),
    pictures: {},
  }))
  const { answers } = filled
  useEffect(() => keptAnswers.keep(slug, form.version, answers), [slug, form.version, answers])
  const begin = () => {
    if (countedVisit.has(slug, 'start')) return
    countedVisit.note(slug, 'start')
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
    choose: async (fieldId: string, chosen: File | undefined) => {
      begin()
      const put = (picture: File | undefined) =>
        setFilled(({ pictures: { [fieldId]: _replaced, ...others }, ...before }) => ({
          ...before,
          pictures: picture === undefined ? others : { ...others, [fieldId]: picture },
        }))
      // At once, though it may be too large as yet: nothing is sent without it meanwhile.
      put(chosen)
      if (chosen === undefined) return
      const fitting = await fitPicture(chosen)
      if (fitting === chosen) return
      setFilled((before) =>
        before.pictures[fieldId] === chosen
          ? { ...before, pictures: { ...before.pictures, [fieldId]: fitting } }
          : before,
      )
    },
  }
}
