import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Meter } from '@quaff/platform/console/display/charts/bar-list'
import { formatCount, Money } from '@quaff/platform/console/display/formats'
import { Panel } from '@quaff/platform/console/display/panel'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { MerchantOverview } from '../contract'
import classes from './dashboard.module.css'

type PlanRevenue = MerchantOverview['revenueByPlan'][number]

export function PlanRevenueSection({ plans }: { plans: PlanRevenue[] | undefined }) {
  const currencies = [...new Set(plans?.map(({ monthly }) => monthly.currency))]
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
      <div className="q-stack-loose">
        {currencies.map((currency) => (
          <CurrencyPlans
            key={currency}
            title={currencies.length > 1 ? currency.toUpperCase() : undefined}
            plans={plans?.filter(({ monthly }) => monthly.currency === currency) ?? []}
          />
        ))}
      </div>
    </Panel>
  )
}

function CurrencyPlans({ title, plans }: { title: string | undefined; plans: PlanRevenue[] }) {
  const most = Math.max(1, ...plans.map(({ monthly }) => monthly.amountMinor))
  return (
    <div>
      {title && <h3 className="q-caption">{title}</h3>}
      <ul className="q-stack" aria-label={title}>
        {plans.map((plan) => {
          const name = plan.planId === null ? 'Without a plan' : plan.planName
          return (
            <li key={plan.planId} className={classes.plan}>
              <span className="q-strong">{name}</span>
              <Money {...plan.monthly} />
              <Meter value={plan.monthly.amountMinor} max={most} label={`${isolated(name)}, share of the top plan`} />
              <span className="q-caption">{formatCount(plan.active)} active</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
