import { IconTicket } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '@quaff/platform/console/controls/button'
import { RelativeTime, formatCount } from '@quaff/platform/console/display/formats'
import { Panel } from '@quaff/platform/console/display/panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { LoadMore, useLoadedPages } from '@quaff/platform/console/list/load-more'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { PlanGroup, SubscriptionListRow } from '../contract'
import { subscriberNameOf } from './subscription-name'
import { subscriptionsApi } from './subscription-queries'
import type { ChangeSubscriptionSearch, SubscriptionSearch } from './subscription-search-widget'
import { SubscriptionStatusPill, priceText } from './subscription-status-widget'
import classes from './subscriptions.module.css'

type PlanGroupsViewProps = {
  merchantId: string | undefined
  search: SubscriptionSearch
  timeZone: string
  onSearch: ChangeSubscriptionSearch
}

const plansPerPage = 10

/** Shows the newest N of each plan, with counts by status (spec §7). */
export function PlanGroupsView({ merchantId, search, timeZone, onSearch }: PlanGroupsViewProps) {
  const newest = Number(search.newest ?? '10')
  const list = useInfiniteQuery(
    subscriptionsApi.byPlan.infiniteOptions({
      input: (cursor: string | undefined) => ({ merchantId, newest, limit: plansPerPage, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  const pages = useLoadedPages(list, search.page ?? 1)
  if (!list.data) return <Panel query={list} what="plans" />
  if (pages.rows.length === 0)
    return (
      <Panel flush>
        <EmptyState
          icon={IconTicket}
          title="No plans yet"
          text="Subscriptions are grouped by the plan they belong to."
        />
      </Panel>
    )
  return (
    <div className={classes.groups}>
      {pages.rows.map((group) => (
        <GroupPanel
          key={group.planId ?? group.merchantId}
          group={group}
          isGlobal={merchantId === undefined}
          timeZone={timeZone}
          onSearch={onSearch}
        />
      ))}
      <Panel flush>
        <LoadMore
          shown={pages.rows.length}
          total={pages.total}

          hasMore={pages.hasMore}
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onLoadMore={() =>
            list.isFetchNextPageError
              ? void list.fetchNextPage()
              : onSearch({ page: pages.loaded + 1 }, { replace: true })
          }
        />
      </Panel>
    </div>
  )
}

type GroupPanelProps = { group: PlanGroup; isGlobal: boolean; timeZone: string; onSearch: ChangeSubscriptionSearch }

function GroupPanel({ group, isGlobal, timeZone, onSearch }: GroupPanelProps) {
  const { counts, newest, merchantId, planId } = group
  return (
    <Panel
      title={isGlobal ? `${isolated(group.planName)}, ${isolated(group.merchantName)}` : group.planName}
      footer={<span className="q-caption">{countsText(counts)}</span>}
      flush
      actions={
        planId !== null && (
          <Button
            size="sm"
            onClick={() => onSearch({ view: undefined, planId, page: undefined, ...(isGlobal && { merchantId }) })}
          >
            {`Show all ${formatCount(counts.all)}`}
          </Button>
        )
      }
    >
      {newest.length === 0 ? (
        <EmptyState icon={IconTicket} title="No subscribers yet" text="Subscribers to this plan appear here." />
      ) : (
        <ul aria-label={`Newest subscriptions of ${group.planName}`}>
          {newest.map((row) => (
            <GroupRow key={row.id} row={row} timeZone={timeZone} onOpen={() => onSearch({ id: row.id })} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function GroupRow({ row, timeZone, onOpen }: { row: SubscriptionListRow; timeZone: string; onOpen: () => void }) {
  return (
    <li className={classes.row}>
      <button type="button" className={classes.open} onClick={onOpen}>
        {subscriberNameOf(row)}
      </button>
      <SubscriptionStatusPill status={row.status} />
      <span className={classes.side}>
        <span className="q-num">{priceText(row)}</span>
        <span className="q-caption">
          <RelativeTime value={row.createdAt} timeZone={timeZone} />
        </span>
      </span>
    </li>
  )
}

/** "12 active, 3 trialing, 1 past due, 4 canceled" */
function countsText({ active, trialing, past_due, canceled }: PlanGroup['counts']): string {
  const parts = [
    [active, 'active'],
    [trialing, 'trialing'],
    [past_due, 'past due'],
    [canceled, 'canceled'],
  ] as const
  return parts.map(([count, word]) => `${formatCount(count)} ${word}`).join(', ')
}
