import type { ReactNode } from 'react'
import { ClockText } from '@quaff/platform/console/display/date-time'
import type { PlanRow } from '../contract'
import { allowanceSentence } from '../rules'
import { MoneyList } from './money-text'
import { PlanPriceText } from './plan-price-text'
import { PlanStatusPill } from './plan-status-pill'
import { SubscriptionCount } from './subscription-count-link'
import classes from './plan-list.module.css'

export function PlanCard({ plan, menu, onOpen }: { plan: PlanRow; menu: ReactNode; onOpen: () => void }) {
  return (
    <li className={classes.card} data-row-id={plan.id}>
      <div className={classes.head}>
        <div className="q-grow">
          <button type="button" className={classes.open} data-row-link onClick={onOpen}>
            {plan.name}
          </button>
          <span className="q-caption" style={{ display: 'block' }}>
            <ClockText text={allowanceSentence(plan.allowance, plan.timeWindow)} />
          </span>
        </div>
        <PlanStatusPill active={plan.active} />
        <span className={classes.above}>{menu}</span>
      </div>
      <div>
        <PlanPriceText prices={plan.prices} />
      </div>
      <dl className={classes.facts}>
        <Fact label="Active">
          <SubscriptionCount plan={plan} of="active" count={plan.activeSubscribers} className={classes.number} />
        </Fact>
        <Fact label="Trialing">
          <SubscriptionCount plan={plan} of="trialing" count={plan.trialSubscribers} className={classes.number} />
        </Fact>
        <Fact label="Monthly revenue">
          <MoneyList amounts={plan.monthlyRevenue} />
        </Fact>
        <Fact label="Price per drink">
          <b className="q-strong">
            <MoneyList amounts={plan.pricePerDrink} />
          </b>
        </Fact>
      </dl>
    </li>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="q-caption">{label}</dt>
      <dd className="q-num">{children}</dd>
    </div>
  )
}
