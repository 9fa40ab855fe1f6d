import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Button, IconButton } from '@quaff/platform/console/controls/button'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { FormField } from '../../fields-contract'
import { isLocked, takesSeveral } from '../../fields-rules'
import { fieldLimits } from '../../kind-rules'
import { requestsOneOf, fieldName } from './field-changes'

interface FieldFormProps {
  field: FormField
  earlier: readonly FormField[]
  onChange: (change: Partial<FormField>) => void
  onRenameOption: (index: number, text: string) => void
}

export function FieldForm({ field, earlier, onChange, onRenameOption }: FieldFormProps) {
  const locked = isLocked(field)
  return (
    <div className="q-stack">
      <TextInput
        label="Question"
        required
        data-field-label
        maxLength={fieldLimits.label}
        value={field.label}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <Textarea
        label="Help text"
        description="Shown below the question"
        rows={2}
        maxLength={fieldLimits.help}
        value={field.help}
        onChange={(event) => onChange({ help: event.currentTarget.value })}
      />
      {requestsOneOf(field) && (
        <OptionsField options={field.options} onRename={onRenameOption} onChange={(options) => onChange({ options })} />
      )}
      {field.kind === 'choice' && (
        <Switch
          label="Allow multiple answers"
          checked={takesSeveral(field)}
          onChange={(event) => onChange({ several: event.currentTarget.checked || undefined })}
        />
      )}
      {locked ? (
        <p className="q-caption">Every form asks this. It’s always shown and required.</p>
      ) : (
        <>
          <Switch
            label="Required"
            checked={field.required}
            onChange={(event) => onChange({ required: event.currentTarget.checked })}
          />
          <ConditionField field={field} earlier={earlier} onChange={(showWhen) => onChange({ showWhen })} />
        </>
      )}
    </div>
  )
}

interface ConditionFieldProps {
  field: FormField
  /** Fields above this one. A condition cannot refer to later fields. */
  earlier: readonly FormField[]
  onChange: (showWhen: FormField['showWhen']) => void
}

const always = { value: '', label: 'Always' }

function ConditionField({ field: { showWhen }, earlier, onChange }: ConditionFieldProps) {
  const deciding = earlier.filter(requestsOneOf)
  const requested = deciding.find(({ id }) => id === showWhen?.fieldId)
  if (deciding.length === 0 && showWhen === null)
    return <p className="q-caption">Always shown. To add a condition, place a dropdown or choice question above.</p>
  const isLost = showWhen !== null && !requested
  const answers = [...new Set(requested?.options.filter((option) => option.trim() !== ''))]
  const isKnownAnswer = showWhen !== null && answers.includes(showWhen.equals)
  return (
    <div className="q-grid-2">
      <Select
        label="Show this question"
        data={[
          always,
          ...deciding.map((one) => ({ value: one.id, label: `Depending on “${isolated(fieldName(one))}”` })),
        ]}
        value={isLost ? null : (showWhen?.fieldId ?? always.value)}
        placeholder="Choose a question above"
        error={isLost ? 'The condition must use an earlier dropdown or choice question' : undefined}
        onChange={(fieldId) => onChange(fieldId ? { fieldId, equals: '' } : null)}
      />
      {requested && (
        <Select
          label={takesSeveral(requested) ? 'When the answers include' : 'When the answer is'}
          data={answers}
          value={isKnownAnswer ? showWhen.equals : null}
          placeholder="Choose an answer"
          onChange={(equals) => onChange({ fieldId: requested.id, equals: equals ?? '' })}
        />
      )}
    </div>
  )
}

interface OptionsFieldProps {
  options: readonly string[]
  onRename: (index: number, text: string) => void
  onChange: (options: string[]) => void
}

/** Enter adds an option. */
function OptionsField({ options, onRename, onChange }: OptionsFieldProps) {
  const listRef = useRef<HTMLFieldSetElement>(null)
  const focusAt = useRef<number>(undefined)
  useEffect(() => {
    if (focusAt.current === undefined) return
    listRef.current?.querySelectorAll<HTMLElement>('input')[focusAt.current]?.focus()
    focusAt.current = undefined
  }, [options.length])
  const isFull = options.length >= fieldLimits.options
  const addAfter = (index: number) => {
    if (isFull) return
    focusAt.current = index + 1
    onChange(options.toSpliced(index + 1, 0, ''))
  }
  return (
    <fieldset ref={listRef} className="q-stack-tight">
      <legend className="q-strong">Options</legend>
      {options.map((option, index) => (
        <div key={index} className="q-row">
          <TextInput
            className="q-grow"
            aria-label={`Option ${index + 1}`}
            maxLength={fieldLimits.option}
            value={option}
            onChange={(event) => onRename(index, event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              addAfter(index)
            }}
          />
          <IconButton
            icon={IconX}
            label={`Remove option ${index + 1}`}
            onClick={() => {
              focusAt.current = Math.max(index - 1, 0)
              onChange(options.toSpliced(index, 1))
            }}
          />
        </div>
      ))}
      <div className="q-row">
        <Button size="sm" icon={IconPlus} disabled={isFull} onClick={() => addAfter(options.length - 1)}>
          Add option
        </Button>
        {isFull && <span className="q-caption">{`Up to ${fieldLimits.options} options`}</span>}
      </div>
    </fieldset>
  )
}
