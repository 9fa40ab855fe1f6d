import { formatCount } from '@quaff/platform/console/display/figure-text'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { PlanRow } from '../contract'

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

/** How many of a plan, leading to them; nobody leads nowhere. */
export function SubscriptionCount({ plan, of, count, className }: SubscriptionCountProps) {
  const text = formatCount(count)
  if (count === 0) return text
  return (
    <AppLink
      to={`/analytics?tab=subscriptions&planId=${encodeURIComponent(plan.id)}&${filters[of]}`}
      className={className}
      aria-label={`${text} ${of}, ${plan.name}`}
    >
      {text}
    </AppLink>
  )
}
