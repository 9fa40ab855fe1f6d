import { monthlyAmountMinor } from '@quaff/features/subscriptions/rules'
import { counted, formatMoney } from '@quaff/platform/console/display/figure-text'
import type { PlanPrice } from '../contract'
import { headlinePrice, priceLabel } from '../price-rules'
import classes from './plan-list.module.css'

/** "$29 / month", below it what else there is to know: "+1 price", "$26.00 monthly". */
export function PlanPriceText({ prices }: { prices: readonly PlanPrice[] }) {
  const headline = headlinePrice(prices)
  if (!headline) return <span className="q-ghost">No price yet</span>
  const others = prices.filter(({ active }) => active).length - 1
  const isMonthly = headline.interval === 'month' && headline.intervalCount <= 1
  const notes = [
    !isMonthly && `${formatMoney(monthlyAmountMinor(headline), headline.currency)} monthly`,
    others > 0 && `+${counted(others, 'price')}`,
    !headline.active && 'not on sale',
  ].filter((note) => note !== false)
  return (
    <>
      <span className="q-num">{priceLabel(headline)}</span>
      {notes.length > 0 && <span className={`q-caption ${classes.notes}`}>{notes.join(' · ')}</span>}
    </>
  )
}
