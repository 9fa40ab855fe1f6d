import { IconDoorExit } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { BarList } from '@quaff/platform/console/display/charts/bar-list'
import { counted, formatCount, formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { FiguresTable } from '@quaff/platform/console/display/figures/figures-table'
import { MeasuredPanel } from '@quaff/platform/console/display/measured/measured-panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import type { LeaverReason, Leavers } from '../../leavers/contract'
import { analyticsApi } from '../analytics-queries'
import { filtersOf } from '../economics/economics-scope'
import { canceledLink, type LinkScope } from '../overview/overview-links'
import { leaverColumns } from './leaver-columns'
import classes from './leavers.module.css'

const formula =
  'Subscriptions that were canceled in the range, by their last change. Paying: those that were active until then; what each paid a month is lost. Trials and what was past due had left the revenue already, or never been in it.'

export function LeaversPanel({ scope }: { scope: LinkScope }) {
  const { range, isGlobalView } = scope
  const query = useQuery(
    analyticsApi.leavers.queryOptions({ input: filtersOf(range), placeholderData: keepPreviousData }),
  )
  return (
    <MeasuredPanel
      title="Who left"
      formula={formula}
      what="cancellations"
      query={query}
      height={600}
      empty={({ count }) =>
        count === 0 && (
          <EmptyState icon={IconDoorExit} title="Nobody left" text="No subscription was canceled in these days." />
        )
      }
      footer={({ count, rows }) => (
        <>
          {rows.length < count && (
            <span className="q-caption q-num">{`The last ${rows.length} of ${formatCount(count)}`}</span>
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
            <p className="q-caption">Why somebody left is told to administrators of the platform.</p>
          ) : (
            <BarList label="Why they left" items={data.reasons.map(itemOf)} full={data.count} />
          )}
          <FiguresTable
            caption="Who left, one by one"
            columns={leaverColumns({ ...scope, isGlobalView, isTold: data.reasons !== null, timeZone: data.timeZone })}
            rows={data.rows}
            rowId={({ id }) => id}
          />
        </div>
      )}
    </MeasuredPanel>
  )
}

/** "12 left, 9 of them paying: $123.00 a month lost." */
function summaryOf({ count, paying, lost }: Leavers): string {
  const amounts = lost.map(({ amountMinor, currency }) => formatMoney(amountMinor, currency)).join(' and ')
  const left = `${formatCount(count)} left, ${formatCount(paying)} of them paying`
  return amounts === '' ? `${left}.` : `${left}: ${amounts} a month lost.`
}

const reasonText = ({ reason, isRest }: LeaverReason) => reason ?? (isRest ? 'Other reasons' : 'No reason given')

const itemOf = (one: LeaverReason) => ({
  key: reasonText(one),
  name: reasonText(one),
  value: one.count,
  text: counted(one.count, 'leaver'),
})
