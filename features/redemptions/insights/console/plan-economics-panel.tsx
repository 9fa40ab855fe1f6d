import { IconTicket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { counted, formatAverage, formatCount, formatMoney } from '@quaff/platform/console/display/formats'
import { MeasuredPanel, saveMeasured, twoDecimals } from '@quaff/platform/console/display/measured-panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import type { FigureCell } from '@quaff/platform/shared/csv'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { isolated } from '@quaff/platform/shared/readable-text'
import { redemptionsApi } from '../../console/redemption-queries'
import { insightLimits, type PlanInsight, type PlanInsights } from '../../insights-contract'
import classes from './insights.module.css'

const formula =
  'Price per drink = average monthly price ÷ drinks per subscriber. Break-even = monthly list price ÷ regular price, rounded up.'

export function PlanEconomicsPanel({ merchantId }: { merchantId: string }) {
  const query = useQuery(redemptionsApi.planInsights.queryOptions({ input: { merchantId } }))
  return (
    <MeasuredPanel
      title="Price per drink and break-even"
      formula={formula}
      what="plans"
      query={query}
      isOwnTime
      flush
      empty={({ rows }) =>
        rows.length === 0 && (
          <EmptyState
            icon={IconTicket}
            title="No plans yet"
            text="Plans appear here with their price per drink."
            action={<ButtonLink to="/plans">Plans & Pricing</ButtonLink>}
          />
        )
      }
      footer={({ withoutPlan }) =>
        withoutPlan > 0 && (
          <span className="q-caption">{counted(withoutPlan, 'active subscription')} without a plan not included</span>
        )
      }
      onSave={savePlans}
    >
      {({ rows }) => (
        <div
          className={`q-scroll-x ${classes.frame}`}
          tabIndex={0}
          role="region"
          aria-label="Price per drink and break-even by plan"
        >
          <table className={classes.table} aria-label="Price per drink and break-even by plan">
            <thead>
              <tr>
                {[
                  'Plan',
                  'Active',
                  'Drinks',
                  'Per subscriber',
                  'Avg. monthly price',
                  'Price per drink',
                  'Regular price',
                  'Break-even',
                ].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <PlanRow key={row.planId} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </MeasuredPanel>
  )
}

function PlanRow({ row }: { row: PlanInsight }) {
  const perSubscriber = drinksPerSubscriber(row)
  return (
    <tr>
      <th scope="row">
        {isolated(row.name)} {!row.active && <span className="q-tag">Paused</span>}
      </th>
      <td>{formatCount(row.activeSubscribers)}</td>
      <td>{formatCount(row.drinks)}</td>
      <td>{perSubscriber === null ? '—' : formatAverage(perSubscriber)}</td>
      <td>{moneyText(row.monthly)}</td>
      <td className="q-strong">{moneyText(row.pricePerDrink)}</td>
      <td>{moneyText(row.singleDrinkPrice ? [row.singleDrinkPrice] : [])}</td>
      <td>{row.breakEvenDrinks === null ? '—' : counted(row.breakEvenDrinks, 'drink')}</td>
    </tr>
  )
}

const drinksPerSubscriber = ({ drinks, activeSubscribers }: PlanInsight) =>
  activeSubscribers === 0 ? null : drinks / activeSubscribers

const moneyText = (amounts: PlanInsight['monthly']) =>
  amounts.map(({ amountMinor, currency }) => formatMoney(amountMinor, currency)).join(', ') || '—'

/** One row per plan and currency. Counts are in the first row of a plan, so that a column adds up. */
function savePlans(data: PlanInsights): void {
  saveMeasured(
    'price-per-drink',
    [
      'Plan',
      'Active subscribers',
      `Drinks in ${insightLimits.heavyDays} days`,
      'Drinks per subscriber',
      'Currency',
      'Average monthly price',
      'Price per drink',
      'Regular price',
      'Break-even drinks',
    ],
    data.rows.flatMap((row) => {
      const priced = row.singleDrinkPrice ? [row.singleDrinkPrice] : []
      const currencies = [...new Set([...row.monthly, ...priced].map(({ currency }) => currency))]
      const counts = [row.activeSubscribers, row.drinks, twoDecimals(drinksPerSubscriber(row))]
      return (currencies.length === 0 ? [null] : currencies).map((currency, index) => [
        row.name,
        ...(index === 0 ? counts : counts.map(() => null)),
        currency?.toUpperCase() ?? null,
        ...[row.monthly, row.pricePerDrink, priced].map((amounts) => amountIn(amounts, currency)),
        index === 0 ? row.breakEvenDrinks : null,
      ])
    }),
    data,
  )
}

function amountIn(amounts: PlanInsight['monthly'], currency: string | null): FigureCell {
  const found = amounts.find((amount) => amount.currency === currency)
  return found ? { decimal: decimalText(found.amountMinor, found.currency) } : null
}
