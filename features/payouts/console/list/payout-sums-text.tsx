import { sumByCurrency } from '@quaff/features/subscriptions/rules'
import { formatCount, formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import type { PayoutCounts, PayoutRow } from '../../contract'
import { payoutStatuses, type PayoutStatus } from '../../statement/contract'
import { MoneySumsText } from '../money-sums-text'
import type { PayoutSearch } from '../payout-search-widget'
import { payoutLooks } from '../payout-status-pill'
import classes from './payout-list.module.css'

type PayoutSumsProps = {
  search: PayoutSearch
  scopedTo: string | undefined
  counts: PayoutCounts | undefined
  rows: readonly PayoutRow[]
  total: number | undefined
}

const labels = {
  draft: 'Net of drafts',
  approved: 'Net of approved payouts',
  sent: 'Net of sent payouts',
  confirmed: 'Net of confirmed payouts',
  failed: 'Net of failed payouts',
} as const satisfies Record<PayoutStatus, string>

/** What the shown payouts come to. By name only the loaded rows can be added up, and then it says so. */
export function PayoutSums({ search, scopedTo, counts, rows, total }: PayoutSumsProps) {
  if (search.q !== undefined) {
    const isPart = total !== undefined && rows.length < total
    const label = isPart ? `Net of the first ${formatCount(rows.length)}` : 'Net of what was found'
    const sums = sumByCurrency(rows.map(({ net, currency }) => ({ amountMinor: net, currency })))
    return <MoneySumsText label={label} sums={sums} />
  }
  const { status } = search
  const label = status === undefined ? 'Net of all' : labels[status]
  return (
    <div className={classes.sums} data-global={scopedTo === undefined}>
      <MoneySumsText label={label} sums={counts ? netOf(counts, status) : []} />
      {status === undefined && <SumsByState counts={counts} />}
    </div>
  )
}

/** What is still to be done and what is paid, of the month that is shown or of all. */
function SumsByState({ counts }: Pick<PayoutSumsProps, 'counts'>) {
  // Keeps the line that comes, so that the list below stays where it is.
  if (!counts) return <p className={`q-caption ${classes.states}`}>&nbsp;</p>
  const states = payoutStatuses.flatMap((status) => {
    const sums = counts.net[status] ?? []
    const texts = sums.map(({ amountMinor, currency }) => formatMoney(amountMinor, currency))
    return texts.length === 0 ? [] : [`${payoutLooks[status].label} ${texts.join(' + ')}`]
  })
  if (states.length < 2) return null
  return <p className={`q-caption q-num ${classes.states}`}>{states.join(', ')}</p>
}

function netOf({ net }: PayoutCounts, status: PayoutSearch['status']) {
  if (status !== undefined) return net[status] ?? []
  return sumByCurrency(Object.values(net).flat())
}
