import { siteAddress } from '@quaff/platform/shared/fields/form-fields'
import type { SubmittedAnswer } from '../../fields-contract'
import { answerFaults, shownFields, type FieldFault } from '../../fields-rules'
import type { LiveForm } from './answering-api-widget'
import { pictureFault } from './picture-file'

/** By the id of the question. */
export type TypedAnswers = Readonly<Record<string, string>>
export type Pictures = Readonly<Record<string, File>>

export type FilledForm = { answers: TypedAnswers; pictures: Pictures }

/** Stands for a picture until it has been uploaded. */
const chosen = 'chosen'

/** As the rules and the server read them; `uploaded` holds the ids of pictures. */
export function answersOf(
  { fields }: Pick<LiveForm, 'fields'>,
  { answers, pictures }: FilledForm,
  uploaded: TypedAnswers = {},
): SubmittedAnswer[] {
  return fields.flatMap(({ id, kind }) => {
    const typed = kind === 'website' ? siteAddress(answers[id] ?? '') : (answers[id] ?? '')
    const value = kind === 'image' ? (uploaded[id] ?? (pictures[id] ? chosen : '')) : typed
    return value === '' ? [] : [{ fieldId: id, value }]
  })
}

export const shownOf = (form: Pick<LiveForm, 'fields'>, filled: FilledForm) =>
  shownFields(form.fields, answersOf(form, filled))

export const faultsOf = (form: Pick<LiveForm, 'fields'>, filled: FilledForm): FieldFault[] => [
  ...answerFaults(form.fields, answersOf(form, filled)),
  ...pictureFaults(form, filled),
]

/** Known as soon as a file is chosen, before any code is mailed for it. */
export function pictureFaults(form: Pick<LiveForm, 'fields'>, filled: FilledForm): FieldFault[] {
  return wantedPictures(form, filled).flatMap(([fieldId, picture]) => {
    const text = pictureFault(picture)
    return text === null ? [] : [{ fieldId, text }]
  })
}

/** What is sent: of a question that is hidden by now nothing leaves the page. */
export function sentAnswers(
  form: Pick<LiveForm, 'fields'>,
  filled: FilledForm,
  uploaded: TypedAnswers = {},
): SubmittedAnswer[] {
  const shown = new Set(shownOf(form, filled).map(({ id }) => id))
  return answersOf(form, filled, uploaded).filter(({ fieldId }) => shown.has(fieldId))
}

/** Those that the shown questions ask for. */
export function wantedPictures(form: Pick<LiveForm, 'fields'>, filled: FilledForm): [fieldId: string, File][] {
  return shownOf(form, filled).flatMap(({ id, kind }) => {
    const picture = kind === 'image' ? filled.pictures[id] : undefined
    return picture ? [[id, picture]] : []
  })
}

export function emailOf({ fields }: Pick<LiveForm, 'fields'>, { answers }: FilledForm): string {
  return (answers[fields.find(({ kind }) => kind === 'email')?.id ?? ''] ?? '').trim().toLowerCase()
}
