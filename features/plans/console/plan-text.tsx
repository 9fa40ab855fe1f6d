import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import { monthlyAmountMinor } from '@quaff/features/subscriptions/rules'
import { counted, formatCount, formatMoney } from '@quaff/platform/console/display/formats'
import { StatusPill } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { PlanPrice, PlanRow } from '../contract'
import { headlinePrice, priceLabel } from '../price-rules'
import classes from './plan-list.module.css'

interface MoneyListProps {
  amounts: readonly { amountMinor: number; currency: string }[]
  /** Replaces an amount when nothing was earned or there is nothing to divide. */
  none?: string
}

/** One amount per line and currency; they are never added together. */
export function MoneyList({ amounts, none = '—' }: MoneyListProps) {
  if (amounts.length === 0) return <span className="q-num">{none}</span>
  return amounts.map(({ amountMinor, currency }) => (
    <span key={currency} className="q-num" style={{ display: 'block' }}>
      {formatMoney(amountMinor, currency)}
    </span>
  ))
}

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

export function PlanStatusPill({ active }: { active: boolean }) {
  return (
    <StatusPill tone={active ? 'ok' : 'neutral'} icon={active ? IconCircleCheck : IconCircleMinus}>
      {active ? 'Active' : 'Inactive'}
    </StatusPill>
  )
}

const filters = {
  active: 'status=active',
  trialing: 'status=trialing',
  churned: 'status=canceled&churned=true',
} as const

interface SubscriptionCountProps {
  plan: Pick<PlanRow, 'id' | 'name'>
  of: keyof typeof filters
  count: number
  className?: string | undefined
}

/** Number of subscriptions with a link to them; zero has no link. */
export function SubscriptionCount({ plan, of, count, className }: SubscriptionCountProps) {
  const text = formatCount(count)
  if (count === 0) return text
  return (
    <AppLink
      to={`/subscriptions?planId=${encodeURIComponent(plan.id)}&${filters[of]}`}
      className={className}
      aria-label={`${text} ${of}, ${plan.name}`}
    >
      {text}
    </AppLink>
  )
}

/** G35 in words. */
export const perDrinkText = 'monthly revenue ÷ drinks in the last 30 days'
