import { promotionTitle } from '@quaff/features/promotions/rules'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { auditTitle } from '../audit/rules'
import type { AuditChange, AuditRow } from '../contract'
import classes from './audit.module.css'

/** More than this is folded away. */
const OPEN_CHANGES = 4

export function AuditRowItem({ row, timeZone }: { row: AuditRow; timeZone: string }) {
  const who = row.adminName ?? 'The system'
  const first = row.changes.slice(0, OPEN_CHANGES)
  const rest = row.changes.slice(OPEN_CHANGES)
  const subject = row.targetType === 'promotion' ? promotionTitle(row.targetId) : row.targetName
  const title = auditTitle(row)
  return (
    <li className={classes.row} data-action={row.action}>
      <InitialsMark name={who} round />
      <div className={classes.facts}>
        <span className={classes.line}>
          <b className="q-strong">{subject ? `${title}: ${subject}` : title}</b>
          <span className="q-caption q-nowrap">
            <RelativeTime value={row.occurredAt} timeZone={timeZone} />
          </span>
        </span>
        <span className="q-caption">
          By{' '}
          {row.adminUserId ? (
            <AppLink to={`/users?id=${encodeURIComponent(row.adminUserId)}`} className="q-link">
              {who}
            </AppLink>
          ) : (
            who
          )}
          {unknownWords(row)}
        </span>
        <Changes changes={first} />
        {rest.length > 0 && (
          <details className={classes.more}>
            <summary className="q-link">{`${rest.length} more ${rest.length === 1 ? 'change' : 'changes'}`}</summary>
            <Changes changes={rest} />
          </details>
        )}
      </div>
    </li>
  )
}

/** An action without words still says what it was and what it was done to. */
function unknownWords({ action, targetType }: AuditRow): string {
  return auditTitle({ action, changes: [] }) === 'Admin Action' ? `, “${spaced(action)}” on ${spaced(targetType)}` : ''
}

const spaced = (name: string) => name.replaceAll('_', ' ')

function Changes({ changes }: { changes: readonly AuditChange[] }) {
  if (changes.length === 0) return null
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field} className={classes.change}>
          <dt className="q-muted">{field}</dt>
          <dd>
            {before !== null && (
              <del>
                <span className="q-hidden">before: </span>
                {before}
              </del>
            )}
            {before !== null && after !== null && <span aria-hidden> → </span>}
            {after !== null && (
              <ins>
                <span className="q-hidden">after: </span>
                {after}
              </ins>
            )}
            {after === null && <span className="q-ghost"> removed</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
