import { LookPill } from '@quaff/platform/console/display/status-pill'
import type { FormRow } from '../building-contract'
import { formLooks } from './form-looks'

/** With what is not public yet. */
export function FormStatusPill({ form }: { form: Pick<FormRow, 'status' | 'hasChanges' | 'liveVersion'> }) {
  return (
    <span className="q-row q-wrap">
      <LookPill look={formLooks[form.status]} />
      {form.hasChanges && form.liveVersion !== null && (
        <span className="q-tag" data-tone="warn">
          Unpublished changes
        </span>
      )}
    </span>
  )
}
