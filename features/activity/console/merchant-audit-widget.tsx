import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { promotionTitle } from '@quaff/features/promotions/rules'
import { useLiveEvents, useCan, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { RelativeTime } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { zoneNote } from '@quaff/platform/console/display/measured-labels'
import { Notice, Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { LoadMore, useLoadedPages } from '@quaff/platform/console/list/load-more'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { isolated } from '@quaff/platform/shared/readable-text'
import { auditTitle } from '../audit-rules'
import { activityLimits, type AuditChange, type AuditRow } from '../contract'
import { activityPermissions } from '../permissions'
import { activityApi } from './activity-queries'
import { ActivitySkeletons } from './activity-skeletons'
import classes from './activity.module.css'

export function MerchantAudit({ merchantId }: { merchantId: string }) {
  const permission = useCan(activityPermissions, 'activity.audit')
  if (!permission.allowed)
    return (
      <Notice tone="neutral" title="No access">
        {permission.reason}
      </Notice>
    )
  return <AuditPanel merchantId={merchantId} />
}

function AuditPanel({ merchantId }: { merchantId: string }) {
  const timeZone = useTimeZone()
  const client = useQueryClient()
  const [wanted, setWanted] = useState(1)
  const query = useInfiniteQuery(
    activityApi.merchantAudit.infiniteOptions({
      input: (cursor: string | undefined) => ({ merchantId, limit: pageLimits.defaultSize, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
    }),
  )
  const pages = useLoadedPages(query, wanted)
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvents(['audit'], (event) => {
    if (event.merchantId !== merchantId) return
    pending.current ??= setTimeout(() => {
      pending.current = undefined
      void client.invalidateQueries({ queryKey: activityApi.merchantAudit.key() })
    }, activityLimits.refreshAfterEventMs)
  })
  useEffect(() => () => clearTimeout(pending.current), [])
  const nextFailed = query.isFetchNextPageError
  return (
    <Panel
      title="Activity"
      flush
      query={query}
      skeleton={<ActivitySkeletons />}
      what="activity"
      footer={
        pages.rows.length > 0 && (
          <LoadMore
            shown={pages.rows.length}
            total={pages.total}
            note={zoneNote(timeZone)}
            hasMore={pages.hasMore}
            loading={query.isFetchingNextPage}
            failed={nextFailed}
            onLoadMore={() => (nextFailed ? void query.fetchNextPage() : setWanted(pages.loaded + 1))}
          />
        )
      }
    >
      {pages.rows.length === 0 ? (
        <EmptyState icon={IconHistory} title="No changes yet" text="Changes to this merchant appear here." />
      ) : (
        <ul aria-label="Changes, newest first" tabIndex={0}>
          {pages.rows.map((row) => (
            <AuditRowItem key={row.id} row={row} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Further changes are collapsed. */
const OPEN_CHANGES = 4

function AuditRowItem({ row, timeZone }: { row: AuditRow; timeZone: string }) {
  const who = row.adminName ?? 'The system'
  const first = row.changes.slice(0, OPEN_CHANGES)
  const rest = row.changes.slice(OPEN_CHANGES)
  const subject = row.targetType === 'promotion' ? promotionTitle(row.targetId) : row.targetName
  const title = auditTitle(row)
  return (
    <li className={classes.auditRow} data-action={row.action}>
      <InitialsMark name={who} round />
      <div className={classes.details}>
        <span className={classes.line}>
          <b className="q-strong">{subject ? `${title}: ${isolated(subject)}` : title}</b>
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
          {unknownActionText(row)}
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

function unknownActionText({ action, targetType }: AuditRow): string {
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
