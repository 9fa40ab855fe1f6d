import { Select, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { categoryChoices, readCategory } from '@quaff/features/merchants/category-rules'
import { DateField } from '@quaff/platform/console/dates/date-field'
import { inZone } from '@quaff/platform/console/display/measured-labels'
import { Panel } from '@quaff/platform/console/display/panel'
import { inputProps } from '@quaff/platform/console/forms/field-inputs'
import { buildingFields, type FormRecord } from '../../contract'
import { publicFormPath } from '../../rules'
import type { Draft, DraftErrors } from './use-form-draft'

interface SettingsFormProps {
  form: FormRecord
  draft: Draft
  errors: DraftErrors
  /** Number of refused saves: each focuses the first invalid field. */
  attempt: number
  timeZone: string
  onChange: (change: Partial<Draft>) => void
}

const noCategory = { value: '', label: 'Chosen by the venue' }

export function SettingsForm({ form, draft, errors, attempt, timeZone, onChange }: SettingsFormProps) {
  const rootRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) rootRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])
  const isFixed = form.liveVersion !== null
  /** Props of a text field. */
  const text = (key: keyof typeof buildingFields | 'sites') => ({
    ...(key !== 'sites' && inputProps(buildingFields[key])),
    value: draft[key],
    error: errors[key],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [key]: event.currentTarget.value }),
  })
  return (
    <div ref={rootRef} className="q-stack">
      <Panel title="Page">
        <div className="q-stack">
          <TextInput label="Name" {...text('name')} />
          <TextInput
            label="Page link"
            readOnly={isFixed}
            description={
              isFixed
                ? 'Can’t be changed: shared links and printed codes lead here'
                : `${window.location.host}${publicFormPath(draft.slug || '…')}. You can’t change it after publishing.`
            }
            {...text('slug')}
          />
          <Textarea label="Introduction" description="Shown above the first question" rows={3} {...text('intro')} />
          <Textarea label="Confirmation message" rows={3} {...text('successText')} />
        </div>
      </Panel>
      <Panel title="Answers">
        <div className="q-stack">
          <TextInput
            label="Email new submissions to"
            description="Optional. Submissions always appear in the console."
            {...text('ownerEmail')}
          />
          <Select
            label="Category for approved venues"
            data={[noCategory, ...categoryChoices]}
            value={draft.category ?? noCategory.value}
            onChange={(value) => onChange({ category: readCategory(value) })}
          />
          <DateField
            label="Last day"
            description={`Closes at the end of this day${inZone(timeZone)}. Leave blank to keep it open.`}
            value={draft.lastDay}
            error={errors.lastDay}
            onChange={(lastDay) => onChange({ lastDay })}
          />
        </div>
      </Panel>
      <Panel title="Allowed sites">
        <Textarea
          label="Sites"
          description="Sites that can embed this form, one per line, like https://example.com"
          rows={4}
          {...text('sites')}
        />
      </Panel>
    </div>
  )
}
