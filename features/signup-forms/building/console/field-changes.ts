import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { isolated } from '@quaff/platform/shared/readable-text'
import { kindMeta } from '../../console/form-status-pill'
import type { FormField } from '../../fields-contract'
import { isLocked, takesSeveral } from '../../fields-rules'
import { type FieldKind } from '../../kind-rules'

const hasOptions: readonly FieldKind[] = ['dropdown', 'choice']
export const requestsOneOf = ({ kind }: Pick<FormField, 'kind'>) => hasOptions.includes(kind)

/** Never reuses an id, because answers of older versions refer to it. */
export function newField(kind: FieldKind): FormField {
  const options = hasOptions.includes(kind) ? ['', ''] : []
  return { id: `q_${newRequestKey().slice(0, 8)}`, kind, label: '', help: '', required: false, options, showWhen: null }
}

/** Inserts after that field, or at the end. */
export function insertAfter(fields: readonly FormField[], field: FormField, afterId: string | undefined): FormField[] {
  const index = fields.findIndex(({ id }) => id === afterId)
  return fields.toSpliced(index === -1 ? fields.length : index + 1, 0, field)
}

export function changeField(fields: readonly FormField[], id: string, change: Partial<FormField>): FormField[] {
  return fields.map((field) => (field.id === id ? { ...field, ...change } : field))
}

/** Renames an option and the conditions that refer to it. */
export function renameOption(fields: readonly FormField[], id: string, index: number, text: string): FormField[] {
  const before = fields.find((field) => field.id === id)?.options ?? []
  const old = before[index]
  const options = before.map((option, at) => (at === index ? text : option))
  const isOnlyOne = old !== '' && before.filter((option) => option === old).length === 1
  return changeField(fields, id, { options }).map((field) =>
    isOnlyOne && field.showWhen?.fieldId === id && field.showWhen.equals === old
      ? { ...field, showWhen: { fieldId: id, equals: text } }
      : field,
  )
}

export const fieldName = ({ label }: Pick<FormField, 'label'>) => (label.trim() === '' ? 'Untitled question' : label)

/** Returns a summary like "Choice · Multiple answers · Required · If …". */
export function fieldDetails(field: FormField, fields: readonly FormField[]): string {
  const { kind, required } = field
  const several = takesSeveral(field) && 'Multiple answers'
  const details = [kindMeta[kind].label, several, (isLocked(field) || required) && 'Required']
  return [...details, conditionText(field, fields)].filter(Boolean).join(' · ')
}

/** Returns a text like "If “Wi-Fi?” is “Yes”", or null if the field is always shown. */
function conditionText({ showWhen }: FormField, fields: readonly FormField[]): string | null {
  if (showWhen === null) return null
  const requested = fields.find(({ id }) => id === showWhen.fieldId)
  const is = requested && takesSeveral(requested) ? 'includes' : 'is'
  return `If “${isolated(requested ? fieldName(requested) : 'a deleted question')}” ${is} “${showWhen.equals}”`
}
