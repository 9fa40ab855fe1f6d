import type { AuditChange } from '@quaff/features/activity/contract'
import classes from './audit.module.css'

/** Each field that differs, before and after. */
export function AuditChangesTable({ changes }: { changes: readonly AuditChange[] }) {
  if (changes.length === 0) return <p className="q-secondary">No changed fields</p>
  return (
    <div className={classes.frame} tabIndex={0} role="region" aria-label="Changes">
      <table className={classes.changes}>
        <caption className="q-hidden">Changed fields, before and after</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{before === null ? <span className="q-ghost">empty</span> : <del>{before}</del>}</td>
              <td>{after === null ? <span className="q-ghost">empty</span> : <ins>{after}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
