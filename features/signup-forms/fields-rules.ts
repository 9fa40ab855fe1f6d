import { emailError, normalizeEmail } from '@quaff/platform/shared/email-address'
import { linesWithoutControls, readableText, withoutControls } from '@quaff/platform/shared/readable-text'
import { siteError } from '@quaff/platform/shared/safe-address'
import type { FormField, SubmittedAnswer } from './fields-contract'
import { type FieldKind, fieldLimits, lockedKinds } from './kind-rules'

export type FieldError = { fieldId: string; text: string }

const hasOptions = (kind: FieldKind) => kind === 'dropdown' || kind === 'choice'
/** Options contain no line break, so several answers are stored as lines of one text. */
export const takesSeveral = ({ kind, several }: Pick<FormField, 'kind' | 'several'>) =>
  kind === 'choice' && several === true
export const chosenOptions = (value: string): string[] => value.split('\n').filter((option) => option !== '')
/** Offered options in their order, then unknown ones, which are refused. */
const joinOptions = (offered: readonly string[], chosen: readonly string[]) =>
  [...new Set([...offered.filter((option) => chosen.includes(option)), ...chosen])].join('\n')
type Offering = Pick<FormField, 'kind' | 'several' | 'options'>

export const isChosen = (field: Offering, given: string | undefined, option: string): boolean =>
  takesSeveral(field) ? chosenOptions(given ?? '').includes(option) : given === option

/** Returns the answer after a press on that option. */
export function chooseOption(field: Offering, given: string, option: string): string {
  if (!takesSeveral(field)) return option
  const chosen = chosenOptions(given)
  const next = chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option]
  return joinOptions(field.options, next)
}

/** Returns the answer for a list or file. */
export const answerText = (kind: FieldKind, value: string) =>
  hasOptions(kind) ? chosenOptions(value).join('; ') : value

export const isLocked = (field: Pick<FormField, 'kind'>) => lockedKinds.includes(field.kind)

/** Returns the two questions that every form has. */
export function newFields(): FormField[] {
  const locked = { help: '', required: true, options: [], showWhen: null }
  return [
    { id: 'business_name', kind: 'business_name', label: 'Business name', ...locked },
    { id: 'email', kind: 'email', label: 'Email', ...locked },
  ]
}

/** Errors that prevent publishing, in field order; `fieldId` is empty for errors of the whole form. */
export function fieldErrors(fields: readonly FormField[]): FieldError[] {
  const errors = fields.flatMap((field, index) =>
    errorsOf(field, fields.slice(0, index)).map((text) => ({ fieldId: field.id, text })),
  )
  for (const [kind, what] of [
    ['business_name', 'business name'],
    ['email', 'email'],
  ] as const)
    if (!fields.some((field) => field.kind === kind))
      errors.push({ fieldId: '', text: `The form must ask for the ${what}` })
  if (fields.length > fieldLimits.fields)
    errors.push({ fieldId: '', text: `A form can have up to ${fieldLimits.fields} questions` })
  if (fields.filter((field) => field.kind === 'image').length > fieldLimits.images)
    errors.push({ fieldId: '', text: `A form can ask for up to ${fieldLimits.images} pictures` })
  return errors
}

function errorsOf(field: FormField, earlier: readonly FormField[]) {
  const errors: string[] = []
  if (earlier.some((other) => other.id === field.id)) errors.push('Two questions have the same ID')
  if (readableText(field.label) === '') errors.push('Enter the question')
  if (field.label.length > fieldLimits.label) errors.push(`The question has more than ${fieldLimits.label} characters`)
  if (field.help.length > fieldLimits.help) errors.push(`The help text has more than ${fieldLimits.help} characters`)
  if (isLocked(field)) errors.push(...lockErrors(field, earlier))
  if (hasOptions(field.kind)) errors.push(...optionErrors(field.options))
  const condition = field.showWhen === null ? null : conditionError(field.showWhen, earlier)
  if (condition !== null) errors.push(condition)
  return errors
}

function lockErrors(field: FormField, earlier: readonly FormField[]) {
  const errors: string[] = []
  if (earlier.some((other) => other.kind === field.kind)) errors.push('This question is already on the form')
  if (!field.required) errors.push('This question is always required')
  if (field.showWhen !== null) errors.push('This question is always shown')
  return errors
}

/** Drops empty options at the end, which Enter leaves behind. */
export const withoutEmptyEnd = (options: readonly string[]): string[] =>
  options.slice(0, options.findLastIndex((option) => readableText(option) !== '') + 1)

function optionErrors(typed: readonly string[]) {
  const options = withoutEmptyEnd(typed)
  if (options.some((option) => readableText(option) === '')) return ['Fill in or remove the empty option']
  if (options.some((option) => option.length > fieldLimits.option))
    return [`An option has more than ${fieldLimits.option} characters`]
  if (new Set(options).size < options.length) return ['Two options are the same']
  if (options.length < 2) return ['Add at least 2 options']
  return options.length > fieldLimits.options ? [`Add up to ${fieldLimits.options} options`] : []
}

/** Conditions refer only to earlier fields, so cycles are impossible. */
function conditionError(condition: { fieldId: string; equals: string }, earlier: readonly FormField[]) {
  const requested = earlier.find((field) => field.id === condition.fieldId)
  if (requested === undefined || !hasOptions(requested.kind))
    return 'The condition must use an earlier dropdown or choice question'
  return requested.options.includes(condition.equals) ? null : 'The condition uses an answer that isn’t an option'
}

/** Returns answers by field id. The last of two answers wins. */
export function givenAnswers(answers: readonly SubmittedAnswer[]): ReadonlyMap<string, string> {
  return new Map(answers.map((answer) => [answer.fieldId, answer.value]))
}

/** Returns the visible questions for the answers so far; answers of hidden questions are ignored. */
export function shownFields(fields: readonly FormField[], answers: readonly SubmittedAnswer[]): FormField[] {
  const given = givenAnswers(answers)
  const shown = new Map<string, FormField>()
  return fields.filter((field) => {
    const { id, showWhen } = field
    const requested = shown.get(showWhen?.fieldId ?? '')
    // Uses the stored value, so that re-reading answers shows the same questions.
    const answer = requested && cleanValue(requested, given.get(requested.id) ?? '')
    const isShown = showWhen === null || (requested && isChosen(requested, answer, showWhen.equals)) === true
    if (isShown) shown.set(id, field)
    return isShown
  })
}

/** Returns the answers to store: of visible questions, in order, trimmed and without control characters. */
export function cleanAnswers(fields: readonly FormField[], answers: readonly SubmittedAnswer[]): SubmittedAnswer[] {
  const given = givenAnswers(answers)
  return shownFields(fields, answers).flatMap((field) => {
    const value = cleanValue(field, given.get(field.id) ?? '')
    return value === '' ? [] : [{ fieldId: field.id, value }]
  })
}

function cleanValue(field: FormField, value: string) {
  const { kind } = field
  if (kind === 'email') return normalizeEmail(value)
  if (takesSeveral(field)) return joinOptions(field.options, chosenOptions(value))
  if (kind === 'image' || hasOptions(kind)) return value
  return readableText(kind === 'long' || kind === 'address' ? linesWithoutControls(value) : withoutControls(value))
}

/** Returns the errors that block sending. Answers of hidden questions do not count. */
export function answerErrors(fields: readonly FormField[], answers: readonly SubmittedAnswer[]): FieldError[] {
  const given = givenAnswers(answers)
  const errors = shownFields(fields, answers).flatMap((field) => {
    const text = answerError(field, given.get(field.id) ?? '')
    return text === null ? [] : [{ fieldId: field.id, text }]
  })
  return errors.length > 0 ? errors : sizeErrors(fields, answers)
}

/** Reports the longest answer if all answers together exceed the limit. */
function sizeErrors(fields: readonly FormField[], answers: readonly SubmittedAnswer[]): FieldError[] {
  const shown = new Set(shownFields(fields, answers).map(({ id }) => id))
  const sizes = answers
    .filter(({ fieldId }) => shown.has(fieldId))
    .map((answer) => ({ fieldId: answer.fieldId, bytes: sentBytes(answer) }))
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0)
  const [longest] = sizes.toSorted((one, other) => other.bytes - one.bytes)
  if (longest === undefined || bytes <= fieldLimits.answersBytes) return []
  const percent = Math.ceil(((bytes - fieldLimits.answersBytes) / bytes) * 100)
  const text = `Your answers are too long. Shorten them by ${percent}%. This one is the longest.`
  return [{ fieldId: longest.fieldId, text }]
}

/** Size as JSON in UTF-8, with the comma. */
function sentBytes(answer: SubmittedAnswer) {
  let bytes = 1
  for (const sign of JSON.stringify(answer)) bytes += bytesOf(sign.codePointAt(0) ?? 0)
  return bytes
}

function bytesOf(code: number) {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

function answerError(field: FormField, typed: string) {
  const value = cleanValue(field, typed)
  if (takesSeveral(field)) return multipleError(field, chosenOptions(value))
  if (value === '') return field.required ? requiredMessages[field.kind] : null
  const limit = answerLimits[field.kind]
  if (value.length > limit) return `At most ${limit} characters`
  if (field.kind === 'email') return emailError(value)
  if (field.kind === 'website') return siteError(value)
  return hasOptions(field.kind) && !field.options.includes(value) ? 'Choose an option' : null
}

function multipleError({ options, required }: FormField, chosen: readonly string[]) {
  if (chosen.length === 0) return required ? 'Choose at least one option' : null
  return chosen.every((option) => options.includes(option)) ? null : 'Choose from the options'
}

const requiredMessages = {
  business_name: 'Enter the business name',
  email: 'Enter your email address',
  short: 'Enter an answer',
  long: 'Enter an answer',
  dropdown: 'Choose an option',
  choice: 'Choose an option',
  image: 'Add a picture',
  website: 'Enter the link',
  address: 'Enter the address',
} as const satisfies Record<FieldKind, string>

export const answerLimits = {
  business_name: fieldLimits.businessName,
  email: fieldLimits.email,
  short: fieldLimits.shortAnswer,
  long: fieldLimits.longAnswer,
  dropdown: fieldLimits.option,
  choice: fieldLimits.option,
  image: 64,
  website: fieldLimits.website,
  address: fieldLimits.shortAnswer,
} as const satisfies Record<FieldKind, number>

/** Moves a field by some positions, up to the ends of the list. */
export function moveField(fields: readonly FormField[], fieldId: string, by: number): FormField[] {
  const from = fields.findIndex((field) => field.id === fieldId)
  const moved = fields[from]
  if (moved === undefined) return [...fields]
  const to = Math.min(Math.max(from + by, 0), fields.length - 1)
  return fields.toSpliced(from, 1).toSpliced(to, 0, moved)
}
