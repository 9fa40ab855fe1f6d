import { Switch, Textarea, TextInput } from '@mantine/core'
import type { FormField } from '../../fields/contract'
import { fieldLimits, isLocked, takesSeveral } from '../../fields/rules'
import { ConditionField } from './condition-field'
import { asksOneOf } from './field-changes'
import { OptionsField } from './options-field'

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
      {asksOneOf(field) && (
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
