import { IconTicket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { counted, formatAverage, formatCount, formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { MeasuredPanel } from '@quaff/platform/console/display/measured/measured-panel'
import { saveMeasured, twoDecimals } from '@quaff/platform/console/display/measured/save-measured'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import type { FigureCell } from '@quaff/platform/shared/csv'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { redemptionsApi } from '../../console/redemption-queries'
import { insightLimits, type PlanInsight, type PlanInsights } from '../contract'
import classes from './insights.module.css'

const formula =
  'Price per drink: what an active subscriber pays a month ÷ (completed redemptions of 30 days ÷ active subscribers). Break-even: monthly amount of the plan ÷ price of a single drink, rounded up. From so many drinks a month, the pass costs no more. One amount per currency.'

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
            text="A plan's price per drink is known once it has subscribers who redeem."
            action={<ButtonLink to="/plans">Plans & Pricing</ButtonLink>}
          />
        )
      }
      footer={({ withoutPlan }) =>
        withoutPlan > 0 && (
          <span className="q-caption">
            {counted(withoutPlan, 'active subscription')} of no plan on record left out.
          </span>
        )
      }
      onSave={savePlans}
    >
      {({ rows }) => (
        <div
          className={`q-scroll-x ${classes.frame}`}
          tabIndex={0}
          role="region"
          aria-label="Price per drink and break-even of each plan"
        >
          <table className={classes.table}>
            <thead>
              <tr>
                {[
                  'Plan',
                  'Active',
                  'Drinks',
                  'Per subscriber',
                  'Pays a month',
                  'Price per drink',
                  'Single drink',
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
        {row.name} {!row.active && <span className="q-tag">not on sale</span>}
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
      'Pays a month',
      'Price per drink',
      'Single drink',
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
