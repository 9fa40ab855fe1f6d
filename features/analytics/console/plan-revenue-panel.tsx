import { IconTicket } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { BarList } from '@quaff/platform/console/display/charts/bar-list'
import { ChartTable, linkedCount } from '@quaff/platform/console/display/charts/chart-table'
import {
  counted,
  formatCount,
  formatMoney,
  formatShare,
  formatShareCell,
} from '@quaff/platform/console/display/formats'
import { MeasuredPanel, saveMeasured, twoDecimals } from '@quaff/platform/console/display/measured-panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { PlanRevenue } from '../economics-contract'
import { analyticsApi } from './analytics-queries'
import { firstRows, shownRows, sumsOf } from './list-sums'
import { type EconomicsPanelProps, filtersOf, subscriptionsLink } from './overview-links'

const formula =
  'Current monthly revenue by plan, at list prices, per currency. Shows the top 50 plans; the others are added up.'

type PlanRevenuePanelProps = EconomicsPanelProps & {
  title: string
  /** Without the panel of top merchants beside it, which has more rows. */
  isAlone: boolean
}

export function PlanRevenuePanel({ title, scope, isAlone }: PlanRevenuePanelProps) {
  const [showsAll, setShowsAll] = useState(false)
  const query = useQuery(
    analyticsApi.planRevenue.queryOptions({ input: filtersOf(scope.range), placeholderData: keepPreviousData }),
  )
  const chosen = ({ totals }: PlanRevenue) =>
    totals.find(({ currency }) => currency === scope.search.currency) ?? totals[0]
  return (
    <MeasuredPanel
      title={title}
      formula={formula}
      what="revenue by plan"
      query={query}
      height={isAlone ? 288 : 464}
      empty={({ totals }) =>
        totals.length === 0 && (
          <EmptyState
            icon={IconTicket}
            title="No active subscriptions"
            text="A plan appears here with its first subscriber."
          />
        )
      }
      footer={(data) => (
        <>
          <ButtonLink size="sm" variant="quiet" to={subscriptionsLink(scope, { status: 'active' })}>
            Active subscriptions
          </ButtonLink>
          {planRowsOf(data, chosen(data)?.currency ?? '').length > shownRows + 1 && (
            <Button size="sm" variant="quiet" onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? 'Show fewer plans' : 'Show all plans'}
            </Button>
          )}
        </>
      )}
      onSave={save}
      table={(data) => (
        <ChartTable
          caption={title}
          headers={['Plan', 'Active', 'Monthly revenue', 'Share']}
          rows={data.totals
            .flatMap(({ currency }) => planRowsOf(data, currency))
            .map((row) => cellsOf(row, linkOf(row)))}
        />
      )}
    >
      {(data) => {
        const total = chosen(data)
        if (!total) return null
        // The plans beyond the limit are one row of the table, and part of the others here.
        const rows = planRowsOf(data, total.currency).filter(({ isRest }) => !isRest)
        const shown = showsAll ? rows : firstRows(rows)
        return (
          <BarList
            label={title}
            items={shown.map((row) => ({
              key: row.key,
              name: row.merchantName ?? row.name,
              value: row.amountMinor,
              text: formatMoney(row.amountMinor, row.currency),
              note: noteOf(row),
              to: linkOf(row),
            }))}
            sums={sumsOf(shown, {
              count: planCountOf(data, total.currency),
              amountMinor: total.amountMinor,
              noun: 'plan',
              textOf: (amountMinor) => formatMoney(amountMinor, total.currency),
            })}
          />
        )
      }}
    </MeasuredPanel>
  )

  function linkOf({ planId }: PlanRow) {
    if (planId === null) return undefined
    return subscriptionsLink({ ...scope, range: { ...scope.range, planId } }, { status: 'active' })
  }
}

const planCountOf = ({ rows, rest }: PlanRevenue, wanted: string) =>
  rows.filter(({ monthly }) => monthly.currency === wanted).length +
  (rest.find(({ monthly }) => monthly.currency === wanted)?.plans ?? 0)

/** If plans of several merchants share a name, the merchant is the title. */
const noteOf = ({ share, active, merchantName, name }: PlanRow) =>
  [
    merchantName === null ? null : isolated(name),
    counted(active, 'active subscription'),
    share === null ? null : formatShare(share),
  ]
    .filter(Boolean)
    .join(', ')

const cellsOf = ({ name, merchantName, active, amountMinor, currency, share }: PlanRow, to: string | undefined) => [
  merchantName === null ? name : `${isolated(name)}, ${isolated(merchantName)}`,
  linkedCount(active, formatCount(active), to),
  formatMoney(amountMinor, currency),
  share === null ? '—' : formatShareCell(share),
]

function save(data: PlanRevenue): void {
  saveMeasured(
    'revenue-by-plan',
    ['Plan', 'Merchant', 'Active', 'Monthly revenue', 'Currency', 'Share %'],
    data.totals
      .flatMap(({ currency }) => planRowsOf(data, currency))
      .map(({ name, merchantName, active, amountMinor, currency, share }) => [
        name,
        merchantName,
        active,
        { decimal: decimalText(amountMinor, currency) },
        currency.toUpperCase(),
        twoDecimals(share === null ? null : share * 100),
      ]),
    data,
  )
}

type PlanRow = {
  key: string
  isRest: boolean
  /** Null: of several plans, or of none. */
  planId: string | null
  name: string
  /** Null where all are of one merchant. */
  merchantName: string | null
  active: number
  amountMinor: number
  currency: string
  /** The share of the total in its currency. Null if the total is zero. */
  share: number | null
}

/** All plans of one currency, the others together as the last row; they add up to its total. */
function planRowsOf({ totals, rows, rest }: PlanRevenue, currency: string): PlanRow[] {
  // Subscriptions without a plan name no merchant.
  const isOfSeveral = new Set(rows.flatMap(({ merchantId }) => merchantId ?? [])).size > 1
  const total = totals.find((one) => one.currency === currency)?.amountMinor ?? 0
  const shareOf = (amountMinor: number) => (total === 0 ? null : amountMinor / total)
  const own = rows
    .filter(({ monthly }) => monthly.currency === currency)
    .map(({ planId, planName, merchantName, active, monthly: { amountMinor } }) => ({
      key: `${currency} ${planId ?? ''}`,
      isRest: false,
      planId,
      active,
      amountMinor,
      currency,
      merchantName: isOfSeveral ? merchantName : null,
      name: planId === null ? 'Without a plan' : planName,
      share: shareOf(amountMinor),
    }))
  const others = rest
    .filter(({ monthly }) => monthly.currency === currency)
    .map(({ plans, active, monthly: { amountMinor } }) => ({
      key: `${currency} others`,
      isRest: true,
      planId: null,
      merchantName: null,
      active,
      amountMinor,
      currency,
      name: counted(plans, 'other plan'),
      share: shareOf(amountMinor),
    }))
  return [...own, ...others]
}
