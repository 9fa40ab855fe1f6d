import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Meter } from '@quaff/platform/console/display/charts/meter'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { Money } from '@quaff/platform/console/display/money'
import { Panel } from '@quaff/platform/console/display/panel'
import type { MerchantOverview } from '../../contract'
import classes from './merchant-sections.module.css'

type PlanRevenue = MerchantOverview['revenueByPlan'][number]

/** Bars compare within one currency only. */
export function PlanRevenueSection({ plans }: { plans: PlanRevenue[] | undefined }) {
  const most = new Map<string, number>()
  for (const { monthly } of plans ?? [])
    most.set(monthly.currency, Math.max(most.get(monthly.currency) ?? 1, monthly.amountMinor))
  return (
    <Panel
      title="Revenue by plan"
      loading={!plans}
      lines={12}
      actions={
        <ButtonLink to="/plans" variant="quiet" size="sm">
          All plans
        </ButtonLink>
      }
    >
      {plans?.length === 0 && (
        <p className="q-secondary">No active subscriptions yet. Plans appear here with their first subscriber.</p>
      )}
      <ul className="q-stack">
        {plans?.map((plan) => (
          <li key={`${plan.planId}-${plan.monthly.currency}`} className={classes.plan}>
            <span className="q-strong">{plan.planName}</span>
            <Money {...plan.monthly} />
            <Meter
              value={plan.monthly.amountMinor}
              max={most.get(plan.monthly.currency) ?? 1}
              label={`${plan.planName}, compared with the strongest plan`}
            />
            <span className="q-caption">{formatCount(plan.active)} active</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
