import { Select, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { categoryChoices, readCategory } from '@quaff/features/merchants/category/rules'
import { DateField } from '@quaff/platform/console/dates/date-field'
import { Panel } from '@quaff/platform/console/display/panel'
import { inputLooks } from '@quaff/platform/console/forms/use-typed'
import type { FormRecord } from '../../contract'
import { buildingFields, publicFormPath } from '../../rules'
import type { Draft, DraftFaults } from '../draft'

interface SettingsFormProps {
  form: FormRecord
  draft: Draft
  faults: DraftFaults
  /** Of refused attempts to save: each leads to the first field at fault. */
  attempt: number
  timeZone: string
  onChange: (change: Partial<Draft>) => void
}

const noCategory = { value: '', label: 'They choose it themselves' }

export function SettingsForm({ form, draft, faults, attempt, timeZone, onChange }: SettingsFormProps) {
  const rootRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) rootRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])
  const isFixed = form.liveVersion !== null
  /** Of a field that holds a text. */
  const text = (key: keyof typeof buildingFields | 'sites') => ({
    ...(key !== 'sites' && inputLooks(buildingFields[key])),
    value: draft[key],
    error: faults[key],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [key]: event.currentTarget.value }),
  })
  return (
    <div ref={rootRef} className="q-stack">
      <Panel title="Page">
        <div className="q-stack">
          <TextInput label="Name" {...text('name')} />
          <TextInput
            label="Address of the page"
            readOnly={isFixed}
            description={
              isFixed
                ? 'It was published: links and printed codes lead here, so it stays.'
                : `${window.location.host}${publicFormPath(draft.slug || '…')}. It stays once the form was published.`
            }
            {...text('slug')}
          />
          <Textarea label="Introduction" description="Above the first question." rows={3} {...text('intro')} />
          <Textarea label="Text after sending" rows={3} {...text('successText')} />
        </div>
      </Panel>
      <Panel title="Answers">
        <div className="q-stack">
          <TextInput
            label="Tell this address about each answer"
            description="Leave it empty for no mail: administrators see every answer under Submissions."
            {...text('ownerEmail')}
          />
          <Select
            label="Category of approved venues"
            data={[noCategory, ...categoryChoices]}
            value={draft.category ?? noCategory.value}
            onChange={(value) => onChange({ category: readCategory(value) })}
          />
          <DateField
            label="Last day"
            description={`The form closes at the end of this day in ${timeZone}. Empty: it stays open until you close it.`}
            value={draft.lastDay}
            error={faults.lastDay}
            onChange={(lastDay) => onChange({ lastDay })}
          />
        </div>
      </Panel>
      <Panel title="Sites that may show it">
        <Textarea
          label="Sites"
          description="One per line, like https://example.com. Browsers show the embedded form nowhere else."
          rows={4}
          {...text('sites')}
        />
      </Panel>
    </div>
  )
}
