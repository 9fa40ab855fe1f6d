import { KeyValue } from '@quaff/platform/console/display/key-value'
import type { LocationRecord } from '../contract'

/** What an import or another tool has stored besides: shown, and kept by every save. */
export function OtherFieldsSection({ fields }: { fields: LocationRecord['otherFields'] }) {
  if (fields.length === 0) return null
  return (
    <section className="q-stack-tight" aria-label="Other fields">
      <h3 className="q-h3">Other fields</h3>
      <p className="q-caption">Stored by another tool. Read-only here.</p>
      <KeyValue items={fields.map(({ key, value }) => ({ label: key, value }))} />
    </section>
  )
}
