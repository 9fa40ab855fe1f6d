import { IconDoorExit } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { BarList } from '@quaff/platform/console/display/charts/bar-list'
import { formatCount, formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { FiguresTable } from '@quaff/platform/console/display/figures/figures-table'
import { MeasuredPanel } from '@quaff/platform/console/display/measured/measured-panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import type { CancellationReason, Cancellations } from '../cancellations/contract'
import { analyticsApi } from './analytics-queries'
import { cancellationColumns } from './cancellation-columns'
import { filtersOf } from './economics-scope'
import { canceledLink, type LinkScope } from './overview-links'
import classes from './cancellations.module.css'

const formula =
  'Canceled in this range. Lost revenue counts subscriptions that were active until then, not trials or past-due ones.'

export function CancellationsPanel({ scope }: { scope: LinkScope }) {
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
              isTold: data.reasons !== null,
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
