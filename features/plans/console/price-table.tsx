import { IconPlus } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { counted } from '@quaff/platform/console/display/figures/figure-text'
import { Notice } from '@quaff/platform/console/display/notice'
import { planLimits, type PlanRecord } from '../contract'
import { priceLabel } from '../prices/rules'
import { newPrice } from './plan-form-values'
import { PriceRow } from './price-row'
import type { PlanFormApi } from './use-plan-form'
import classes from './plan-editor.module.css'

interface PriceTableProps {
  form: PlanFormApi
  plan: PlanRecord | undefined
  currency: string
}

export function PriceTable({ form, plan, currency }: PriceTableProps) {
  const { prices } = form.values
  const earlier = plan?.paying.filter(({ priceId }) => priceId === null) ?? []
  const removed =
    plan?.paying.filter(({ priceId }) => priceId !== null && !prices.some(({ id }) => id === priceId)) ?? []
  const isFull = prices.length >= planLimits.pricesPerPlan
  return (
    <section className="q-stack-tight" aria-label="Prices">
      <div className="q-row">
        <h3 className="q-h3">Prices</h3>
        <span className="q-end">
          <Button
            variant="quiet"
            size="sm"
            icon={IconPlus}
            disabled={isFull}
            title={isFull ? `A plan has at most ${planLimits.pricesPerPlan} prices` : undefined}
            onClick={() => form.insertListItem('prices', newPrice(prices.at(-1)?.currency ?? currency))}
          >
            Add price
          </Button>
        </span>
      </div>
      {prices.length > 0 && (
        <div className={classes.prices}>
          <div className={classes.priceHead} aria-hidden>
            <span>
              Amount <span className="q-required">*</span>
            </span>
            <span>Currency</span>
            <span>Every</span>
            <span className={classes.right}>Monthly</span>
            <span className={classes.right}>Subscribers</span>
            <span>Active</span>
          </div>
          {prices.map((price, index) => (
            <PriceRow key={price.key} form={form} index={index} price={price} plan={plan} />
          ))}
        </div>
      )}
      {removed.map((paid) => (
        <p key={priceLabel(paid)} className="q-caption">
          {`${priceLabel(paid)} has ${paid.subscribers} subscribers, so it’s deactivated instead of removed.`}
        </p>
      ))}
      {earlier.map((paid) => (
        <p key={priceLabel(paid)} className="q-caption">
          {`${counted(paid.subscribers, 'subscriber keeps', 'subscribers keep')} an earlier price: ${priceLabel(paid)}`}
        </p>
      ))}
      {prices.every(({ active }) => !active) && (
        <Notice tone="warn">No active price. New customers can’t buy this plan.</Notice>
      )}
    </section>
  )
}
