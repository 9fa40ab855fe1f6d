import { IconDoorExit } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import type { SubscriptionListRow } from '@quaff/features/subscriptions/contract'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { BarList } from '@quaff/platform/console/display/charts/bar-list'
import { type FigureColumn, FiguresTable } from '@quaff/platform/console/display/figures-table'
import { DateText, counted, formatCount, formatMoney } from '@quaff/platform/console/display/formats'
import { MeasuredPanel } from '@quaff/platform/console/display/measured-panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { CancellationReason, Cancellations } from '../cancellations-contract'
import { analyticsApi } from './analytics-queries'
import type { AnalyticsSearch, ChangeAnalyticsSearch } from './analytics-search-widget'
import { MovementPanel } from './movement-panel'
import { canceledLink, filtersOf, type LinkScope } from './overview-links'
import { NothingSold, RangeToolbar, useHasNothing } from './range-toolbar'
import { useAnalyticsRange } from './use-analytics-range'
import classes from './analytics.module.css'

export function CancellationsTab({ search, onSearch }: { search: AnalyticsSearch; onSearch: ChangeAnalyticsSearch }) {
  const state = useAnalyticsRange(search)
  const { isGlobalView } = useMerchantSelection()
  const scope = { range: state.range, search, isGlobalView }
  if (useHasNothing(state.range, search)) return <NothingSold />
  return (
    <>
      <RangeToolbar state={state} search={search} onSearch={onSearch} isCompared={false} />
      <CancellationsPanel scope={scope} />
      <MovementPanel scope={scope} />
    </>
  )
}

const formula =
  'Canceled in this range. Lost revenue counts subscriptions that were active until then, not trials or past-due ones.'

function CancellationsPanel({ scope }: { scope: LinkScope }) {
  const { range, isGlobalView } = scope
  const query = useQuery(
    analyticsApi.cancellations.queryOptions({ input: filtersOf(range), placeholderData: keepPreviousData }),
  )
  return (
    <MeasuredPanel
      title="Canceled subscriptions"
      formula={formula}
      what="cancellations"
      query={query}
      height={600}
      empty={({ count }) =>
        count === 0 && (
          <EmptyState
            icon={IconDoorExit}
            title="No cancellations"
            text="No subscriptions were canceled in this range."
          />
        )
      }
      footer={({ count, rows }) => (
        <>
          {rows.length < count && (
            <span className="q-caption q-num">{`Latest ${rows.length} of ${formatCount(count)}`}</span>
          )}
          <ButtonLink size="sm" variant="quiet" to={canceledLink(scope, range)}>
            All canceled subscriptions
          </ButtonLink>
        </>
      )}
    >
      {(data) => (
        <div className={`q-stack ${classes.flush}`}>
          <p className="q-num">{summaryOf(data)}</p>
          {data.reasons === null ? (
            <p className="q-caption">Only administrators can see reasons</p>
          ) : (
            <BarList label="Cancellation reasons" items={data.reasons.map(itemOf)} full={data.count} />
          )}
          <FiguresTable
            caption="Canceled subscriptions, list"
            columns={cancellationColumns({
              ...scope,
              isGlobalView,
              showsReason: data.reasons !== null,
              timeZone: data.timeZone,
            })}
            rows={data.rows}
            rowId={({ id }) => id}
          />
        </div>
      )}
    </MeasuredPanel>
  )
}

/** "12 canceled · 9 paying · monthly revenue lost: $123.00, €45.00" */
function summaryOf({ count, paying, lost }: Cancellations): string {
  const amounts = lost.map(({ amountMinor, currency }) => formatMoney(amountMinor, currency)).join(', ')
  const canceled = `${formatCount(count)} canceled · ${formatCount(paying)} paying`
  return amounts === '' ? canceled : `${canceled} · monthly revenue lost: ${amounts}`
}

const reasonText = ({ reason, isRest }: CancellationReason) => reason ?? (isRest ? 'Other reasons' : 'No reason given')

const itemOf = (one: CancellationReason) => ({
  key: reasonText(one),
  name: reasonText(one),
  value: one.count,
  text: `${formatCount(one.count)} canceled`,
})

const dayMs = 86_400_000

/** `showsReason`: the reader may know why, and who canceled it. */
function cancellationColumns(
  scope: LinkScope & { showsReason: boolean; timeZone: string },
): FigureColumn<SubscriptionListRow>[] {
  const { showsReason, timeZone, isGlobalView, range } = scope
  const isOfSeveral = isGlobalView && range.merchantId === undefined
  return [
    {
      id: 'who',
      header: 'Customer',
      isTitle: true,
      cell: (row) => (
        <AppLink to={`${canceledLink(scope, range)}&id=${encodeURIComponent(row.id)}`}>
          {row.subscriberName ?? (row.email && readableEmail(row.email)) ?? 'Subscriber'}
        </AppLink>
      ),
    },
    ...(isOfSeveral
      ? [{ id: 'merchant', header: 'Merchant', cell: (row: SubscriptionListRow) => row.merchantName }]
      : []),
    { id: 'plan', header: 'Plan', cell: (row) => row.planName },
    { id: 'left', header: 'Canceled', cell: (row) => <DateText value={row.updatedAt} timeZone={timeZone} /> },
    { id: 'stayed', header: 'Tenure', cell: stayedText },
    ...(showsReason ? [{ id: 'why', header: 'Reason', cell: whyText }] : []),
    { id: 'amount', header: 'Monthly', align: 'right', cell: (row) => formatMoney(row.monthlyAmount, row.currency) },
  ]
}

/** A missing start is the epoch (G29). */
function stayedText({ createdAt, updatedAt }: SubscriptionListRow): string | null {
  if (createdAt.getTime() === 0 || updatedAt < createdAt) return null
  return counted(Math.round((updatedAt.getTime() - createdAt.getTime()) / dayMs), 'day')
}

function whyText({ endedBy, cancelReason }: SubscriptionListRow): string | null {
  const reason = [endedBy && `by ${isolated(endedBy)}`, cancelReason].filter(Boolean).join(': ')
  return reason === '' ? null : reason
}
