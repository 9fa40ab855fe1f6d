import { tabStore } from '@quaff/platform/console/tab-store'
import { normalizeEmail } from '@quaff/platform/shared/email-address'
import { siteAddress } from '@quaff/platform/shared/fields/form-fields'
import type { SubmittedAnswer } from '../../fields-contract'
import { answerErrors, type FieldError, shownFields } from '../../fields-rules'
import type { LiveForm } from './answering-api-widget'

/** Keyed by question id. */
type TypedAnswers = Readonly<Record<string, string>>
type Pictures = Readonly<Record<string, File>>

export type FilledForm = { answers: TypedAnswers; pictures: Pictures }

/** The placeholder of a picture before its upload. */
const chosen = 'chosen'

/** Returns answers in the format of the server. `uploaded` contains the ids of pictures. */
function answersOf(
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

export const errorsOf = (form: Pick<LiveForm, 'fields'>, filled: FilledForm): FieldError[] => [
  ...answerErrors(form.fields, answersOf(form, filled)),
  ...pictureErrorCodes(form, filled),
]

/** Checks pictures when they are chosen, before a code is emailed. */
export function pictureErrorCodes(form: Pick<LiveForm, 'fields'>, filled: FilledForm): FieldError[] {
  return wantedPictures(form, filled).flatMap(([fieldId, picture]) => {
    const text = pictureError(picture)
    return text === null ? [] : [{ fieldId, text }]
  })
}

/** Returns the answers to send, without those of hidden questions. */
export function sentAnswers(
  form: Pick<LiveForm, 'fields'>,
  filled: FilledForm,
  uploaded: TypedAnswers = {},
): SubmittedAnswer[] {
  const shown = new Set(shownOf(form, filled).map(({ id }) => id))
  return answersOf(form, filled, uploaded).filter(({ fieldId }) => shown.has(fieldId))
}

export function wantedPictures(form: Pick<LiveForm, 'fields'>, filled: FilledForm): [fieldId: string, File][] {
  return shownOf(form, filled).flatMap(({ id, kind }) => {
    const picture = kind === 'image' ? filled.pictures[id] : undefined
    return picture ? [[id, picture]] : []
  })
}

export function emailOf({ fields }: Pick<LiveForm, 'fields'>, { answers }: FilledForm): string {
  return normalizeEmail(answers[fields.find(({ kind }) => kind === 'email')?.id ?? ''] ?? '')
}

/** Keeps typed answers while the tab is open, so that a reload restores them. */
export const keptAnswers = {
  read: (slug: string, version: number): TypedAnswers => {
    try {
      const stored: unknown = JSON.parse(tabStore.get(keyOf(slug, version)) ?? '{}')
      if (typeof stored !== 'object' || stored === null) return {}
      return Object.fromEntries(Object.entries(stored).filter(([, text]) => typeof text === 'string'))
    } catch {
      return {}
    }
  },
  keep: (slug: string, version: number, answers: TypedAnswers) =>
    tabStore.set(keyOf(slug, version), JSON.stringify(answers)),
  clear: (slug: string, version: number) => tabStore.remove(keyOf(slug, version)),
}

const keyOf = (slug: string, version: number) => `form.${slug}.${version}`

type Step = 'view' | 'start'

/** Marks what was counted. Each step counts once per tab, despite reloads, until the form is sent. */
export const countedVisit = {
  has: (slug: string, step: Step): boolean => marksOf(slug).includes(step),
  note: (slug: string, step: Step) => tabStore.set(visitKeyOf(slug), [...marksOf(slug), step].join(' ')),
  /** Counts nothing, because the form's author previews it. */
  waive: (slug: string) => tabStore.set(visitKeyOf(slug), 'view start'),
  /** The next person on this device is another visitor. */
  end: (slug: string) => tabStore.remove(visitKeyOf(slug)),
}

const marksOf = (slug: string) => (tabStore.get(visitKeyOf(slug)) ?? '').split(' ').filter((mark) => mark !== '')
const visitKeyOf = (slug: string) => `form.${slug}.visit`

/** Repeats the server's limits, because the contract would add a schema library to the page. */
const mostBytes = 5 * 1024 * 1024
const kinds = ['image/png', 'image/jpeg', 'image/webp']
export const pictureKinds = kinds.join(',')

/** Pixels of the longer side, like on the server. */
const side = 2_000

/** Returns why a file cannot be sent as a picture; null if it can. */
export function pictureError({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!kinds.includes(type)) return 'Choose a PNG, JPEG or WebP picture'
  if (size === 0) return 'This file is empty'
  return size > mostBytes ? 'The picture is larger than 5 MB. Choose a smaller one' : null
}

/** Scales down a photo over the limit. Returns the file unchanged if the browser cannot do that. */
export async function fitPicture(picture: File): Promise<File> {
  if (picture.size <= mostBytes || !kinds.includes(picture.type)) return picture
  try {
    const bitmap = await createImageBitmap(picture)
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
    return smaller && smaller.size < picture.size ? new File([smaller], picture.name, { type: smaller.type }) : picture
  } catch {
    return picture
  }
}
