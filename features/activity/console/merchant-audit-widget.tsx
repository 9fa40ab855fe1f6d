import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLiveEvents } from '@quaff/features/sessions/console/live-widget'
import { useCan, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { zoneNote } from '@quaff/platform/console/display/measured/measured-words'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { LoadMore } from '@quaff/platform/console/list/load-more'
import { useLoadedPages } from '@quaff/platform/console/list/paging/use-loaded-pages'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { activityLimits } from '../contract'
import { activityPermissions } from '../permissions'
import { activityApi } from './activity-queries'
import { ActivitySkeletons } from './activity-skeletons'
import { AuditRowItem } from './audit-row-item'

/** Who did what to a merchant, when, and what it was before. */
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
