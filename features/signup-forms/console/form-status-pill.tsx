import { StatusPill } from '@quaff/platform/console/display/status-pill'
import type { FormRow } from '../building/contract'
import { formLooks } from './form-looks'

/** With what is not public yet. */
export function FormStatusPill({ form }: { form: Pick<FormRow, 'status' | 'hasChanges' | 'liveVersion'> }) {
  const { label, tone, icon } = formLooks[form.status]
  return (
    <span className="q-row q-wrap">
      <StatusPill tone={tone} icon={icon}>
        {label}
      </StatusPill>
      {form.hasChanges && form.liveVersion !== null && (
        <span className="q-tag" data-tone="warn">
          Unpublished changes
        </span>
      )}
    </span>
  )
}
