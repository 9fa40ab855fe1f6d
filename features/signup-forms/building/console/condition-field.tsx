import { Select } from '@mantine/core'
import type { FormField } from '../../fields/contract'
import { takesSeveral } from '../../fields/rules'
import { asksOneOf, fieldName } from './field-changes'

interface ConditionFieldProps {
  field: FormField
  /** Those above it: only they can decide. */
  earlier: readonly FormField[]
  onChange: (showWhen: FormField['showWhen']) => void
}

const always = { value: '', label: 'Always' }

export function ConditionField({ field: { showWhen }, earlier, onChange }: ConditionFieldProps) {
  const deciding = earlier.filter(asksOneOf)
  const asked = deciding.find(({ id }) => id === showWhen?.fieldId)
  if (deciding.length === 0 && showWhen === null)
    return <p className="q-caption">Always shown. To add a condition, place a dropdown or choice question above.</p>
  const isLost = showWhen !== null && !asked
  const answers = [...new Set(asked?.options.filter((option) => option.trim() !== ''))]
  const isKnownAnswer = showWhen !== null && answers.includes(showWhen.equals)
  return (
    <div className="q-grid-2">
      <Select
        label="Show this question"
        data={[always, ...deciding.map((one) => ({ value: one.id, label: `Depending on “${fieldName(one)}”` }))]}
        value={isLost ? null : (showWhen?.fieldId ?? always.value)}
        placeholder="Choose a question above"
        error={isLost ? 'The condition must use an earlier dropdown or choice question' : undefined}
        onChange={(fieldId) => onChange(fieldId ? { fieldId, equals: '' } : null)}
      />
      {asked && (
        <Select
          label={takesSeveral(asked) ? 'When the answers include' : 'When the answer is'}
          data={answers}
          value={isKnownAnswer ? showWhen.equals : null}
          placeholder="Choose an answer"
          onChange={(equals) => onChange({ fieldId: asked.id, equals: equals ?? '' })}
        />
      )}
    </div>
  )
}
