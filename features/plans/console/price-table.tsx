import { Select, Switch, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { monthlyAmountMinor } from '@quaff/features/subscriptions/rules'
import { Button, IconButton } from '@quaff/platform/console/controls/button'
import { counted, formatCount, formatMoney } from '@quaff/platform/console/display/formats'
import { Notice } from '@quaff/platform/console/display/panel'
import { currencyCodes } from '@quaff/platform/shared/money/currency-codes'
import { planLimits, type PlanRecord } from '../contract'
import { isSamePrice, priceLabel, readAmountText } from '../price-rules'
import { drawnWhenOpen, intervalOptions, newPrice, parsePrice, type PriceValues } from './plan-form-values'
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
              Amount <span className={classes.required}>*</span>
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

const currencyOptions = currencyCodes.map((code) => ({ value: code, label: code.toUpperCase() }))

interface PriceRowProps {
  form: PlanFormApi
  index: number
  price: PriceValues
  plan: PlanRecord | undefined
}

function PriceRow({ form, index, price, plan }: PriceRowProps) {
  const parsed = parsePrice(price)
  const paying = plan?.paying.find(({ priceId }) => priceId !== null && priceId === price.id)
  const isChanged = paying && parsed && !isSamePrice(paying, parsed)
  const amountRead = readAmountText(price.amount, price.currency, planLimits.maxAmountMinor)
  const field = (name: keyof PriceValues) => form.getInputProps(`prices.${index}.${name}`)
  const number = `price ${index + 1}`
  return (
    <div className={classes.price} role="group" aria-label={`Price ${index + 1}`}>
      <TextInput aria-label={`Amount of ${number}`} required inputMode="decimal" maxLength={20} {...field('amount')} />
      <Select
        comboboxProps={drawnWhenOpen}
        aria-label={`Currency of ${number}`}
        data={currencyOptions}
        searchable
        onFocus={(event) => event.currentTarget.select()}
        onClick={(event) => event.currentTarget.select()}
        limit={30}
        maxDropdownHeight={240}
        {...field('currency')}
        onChange={(code) => form.setFieldValue(`prices.${index}.currency`, code ?? price.currency)}
      />
      <div className={classes.every}>
        <TextInput aria-label={`Every how many, ${number}`} inputMode="numeric" maxLength={2} {...field('every')} />
        <Select
          comboboxProps={drawnWhenOpen}
          aria-label={`Interval of ${number}`}
          data={intervalOptions}
          {...field('interval')}
        />
      </div>
      <div className={`${classes.right} q-num`}>
        <span className={classes.label}>Monthly</span>
        {parsed ? formatMoney(monthlyAmountMinor(parsed), parsed.currency) : '—'}
      </div>
      <div className={`${classes.right} q-num`}>
        <span className={classes.label}>Subscribers</span>
        {formatCount(paying?.subscribers ?? 0)}
      </div>
      <div className={classes.onSale}>
        <span className={classes.label} aria-hidden>
          Active
        </span>
        <Switch
          aria-label={`Active, ${number}`}
          {...form.getInputProps(`prices.${index}.active`, { type: 'checkbox' })}
        />
      </div>
      <IconButton
        size="sm"
        icon={IconTrash}
        label={`Remove ${number}`}
        onClick={() => form.removeListItem('prices', index)}
      />
      {amountRead && (
        <span className={`${classes.was} q-caption`} role="status">
          {amountRead}
        </span>
      )}
      {isChanged && (
        <span className={classes.was}>
          <span className="q-tag">{`was ${priceLabel(paying)}`}</span>
        </span>
      )}
    </div>
  )
}
