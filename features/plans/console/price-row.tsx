import { Select, Switch, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { monthlyAmountMinor } from '@quaff/features/subscriptions/rules'
import { IconButton } from '@quaff/platform/console/controls/button'
import { formatCount, formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { currencyCodes } from '@quaff/platform/shared/money/currency-codes'
import { planLimits, type PlanRecord } from '../contract'
import { isSamePrice, priceLabel, readAmountText } from '../prices/rules'
import { drawnWhenOpen, intervalOptions, parsePrice, type PriceValues } from './plan-form-values'
import type { PlanFormApi } from './use-plan-form'
import classes from './plan-editor.module.css'

const currencyOptions = currencyCodes.map((code) => ({ value: code, label: code.toUpperCase() }))

interface PriceRowProps {
  form: PlanFormApi
  index: number
  price: PriceValues
  plan: PlanRecord | undefined
}

export function PriceRow({ form, index, price, plan }: PriceRowProps) {
  const parsed = parsePrice(price)
  const paying = plan?.paying.find(({ priceId }) => priceId !== null && priceId === price.id)
  const isChanged = paying && parsed && !isSamePrice(paying, parsed)
  const amountRead = readAmountText(price.amount, price.currency, planLimits.maxAmountMinor)
  const field = (name: keyof PriceValues) => form.getInputProps(`prices.${index}.${name}`)
  const number = `price ${index + 1}`
  return (
    <div className={classes.price} role="group" aria-label={`Price ${index + 1}`}>
      <TextInput
        aria-label={`Amount of ${number}`}
        required
        inputMode="decimal"
        maxLength={20}
        autoComplete="off"
        {...field('amount')}
      />
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
