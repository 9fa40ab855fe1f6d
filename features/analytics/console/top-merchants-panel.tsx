import { IconBuildingStore } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { BarList } from '@quaff/platform/console/display/charts/bar-list'
import { ChartTable } from '@quaff/platform/console/display/charts/chart-table'
import {
  counted,
  formatCount,
  formatMoney,
  formatPercent,
  formatShareCell,
} from '@quaff/platform/console/display/formats'
import { MeasuredPanel, saveMeasured, twoDecimals } from '@quaff/platform/console/display/measured-panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import type { TopMerchant, TopMerchants, TopMerchantsBy } from '../economics-contract'
import { analyticsApi } from './analytics-queries'
import { firstRows, sumsOf } from './list-sums'
import type { EconomicsPanelProps } from './overview-links'

const formula =
  'Top 20 by current revenue or active subscriptions, regardless of filters. Churn: canceled ÷ (active + canceled) in this range.'
const options = [
  { value: 'revenue', label: 'Revenue' },
  { value: 'subscribers', label: 'Subscribers' },
] as const satisfies { value: TopMerchantsBy; label: string }[]

type TopMerchantsPanelProps = EconomicsPanelProps & {
  title: string
  onChoose: (merchant: { id: string; name: string }) => void
}

export function TopMerchantsPanel({ title, scope, onChoose }: TopMerchantsPanelProps) {
  const { range, search, isGlobalView } = scope
  const [by, setBy] = useState<TopMerchantsBy>('revenue')
  const { from, to } = range
  const query = useQuery(
    analyticsApi.topMerchants.queryOptions({
      input: { from, to, by, currency: by === 'revenue' ? search.currency : undefined },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <MeasuredPanel
      title={title}
      formula={formula}
      what="top merchants"
      query={query}
      height={464}
      empty={({ currencies }) =>
        currencies.length === 0 && (
          <EmptyState
            icon={IconBuildingStore}
            title="No subscribers yet"
            text="Merchants appear here with their first active subscription."
          />
        )
      }
      footer={() =>
        isGlobalView ? (
          <ButtonLink size="sm" variant="quiet" to="/merchants">
            All merchants
          </ButtonLink>
        ) : (
          <span className="q-caption">All your merchants, regardless of filters</span>
        )
      }
      onSave={save}
      table={({ rows }) => (
        <ChartTable
          caption={title}
          headers={['Merchant', 'Active', 'Canceled', 'Churn', 'Monthly revenue']}
          rows={rows.map(cellsOf)}
        />
      )}
    >
      {(data) => (
        <div className="q-stack">
          <span className="q-row">
            <Segmented label="Order" value={by} options={options} onChange={setBy} />
          </span>
          <BarList
            label={title}
            items={firstRows(data.rows).map((row) => itemOf(row, by, data.currency))}
            sums={sumsOf(
              firstRows(data.rows).map((row) => ({
                amountMinor: by === 'revenue' ? row.monthlyMinor : row.subscribers,
              })),
              {
                count: data.total.merchants,
                amountMinor: data.total.amount,
                noun: 'merchant',
                textOf: (amount) =>
                  by === 'revenue' ? formatMoney(amount, data.currency) : counted(amount, 'active subscription'),
              },
            )}
          />
        </div>
      )}
    </MeasuredPanel>
  )

  function itemOf(row: TopMerchant, shownBy: TopMerchantsBy, currency: string) {
    const subscribers = counted(row.subscribers, 'active subscription')
    const churn = `churn ${churnText(row)}`
    return {
      key: row.merchantId,
      name: row.name,
      onChoose: () => onChoose({ id: row.merchantId, name: row.name }),
      ...(shownBy === 'revenue'
        ? { value: row.monthlyMinor, text: formatMoney(row.monthlyMinor, currency), note: `${subscribers}, ${churn}` }
        : { value: row.subscribers, text: subscribers, note: [revenueText(row), churn].filter(Boolean).join(', ') }),
    }
  }
}

const churnText = ({ churnRate }: TopMerchant) => formatPercent(churnRate)
const revenueText = ({ monthlyRevenue }: TopMerchant) =>
  monthlyRevenue.map(({ amountMinor, currency }) => formatMoney(amountMinor, currency)).join(' and ')

const cellsOf = (row: TopMerchant) => [
  row.name,
  formatCount(row.subscribers),
  formatCount(row.canceled),
  formatShareCell(row.churnRate / 100),
  revenueText(row),
]

function save(data: TopMerchants): void {
  saveMeasured(
    'top-merchants',
    [
      'Merchant',
      'Merchant ID',
      'Active',
      'Canceled',
      'Churn %',
      ...data.currencies.map((currency) => `Monthly revenue (${currency.toUpperCase()})`),
    ],
    data.rows.map((row) => [
      row.name,
      row.merchantId,
      row.subscribers,
      row.canceled,
      twoDecimals(row.churnRate),
      ...data.currencies.map((currency) => {
        const amount = row.monthlyRevenue.find((one) => one.currency === currency)
        return amount ? { decimal: decimalText(amount.amountMinor, currency) } : null
      }),
    ]),
    data,
  )
}
