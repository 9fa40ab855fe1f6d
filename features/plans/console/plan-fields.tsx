import { Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { inputLooks } from '@quaff/platform/console/forms/use-typed'
import { planFields, planLimits, type PlanRecord } from '../contract'
import { readAmountText } from '../prices/rules'
import { AllowanceFields } from './allowance-fields'
import { LocationFields, type useMerchantLocations } from './location-fields'
import { drawnWhenOpen, drinkCurrency } from './plan-form-values'
import { PriceTable } from './price-table'
import type { PlanFormApi } from './use-plan-form'
import classes from './plan-editor.module.css'

const visibilityOptions = [
  { value: 'public', label: 'In the app' },
  { value: 'hidden', label: 'Hidden, by link or at the counter' },
]

interface PlanFieldsProps {
  form: PlanFormApi
  plan: PlanRecord | undefined
  currency: string
  locations: ReturnType<typeof useMerchantLocations>
}

export function PlanFields({ form, plan, currency, locations }: PlanFieldsProps) {
  const currencyOfDrinks = drinkCurrency(form.values.prices, currency)
  const drinkRead = readAmountText(form.values.singleDrinkPrice, currencyOfDrinks, planLimits.maxAmountMinor)
  return (
    <>
      <div className="q-grid-2">
        <TextInput {...inputLooks(planFields.name)} label="Name" data-autofocus {...form.getInputProps('name')} />
        <Select
          comboboxProps={drawnWhenOpen}
          label="Visibility"
          data={visibilityOptions}
          {...form.getInputProps('visibility')}
        />
      </div>
      <Textarea
        {...inputLooks(planFields.description)}
        label="Description"
        rows={2}
        {...form.getInputProps('description')}
      />
      <AllowanceFields form={form} />
      <div className="q-grid-2">
        <div className="q-stack">
          <TagsInput
            comboboxProps={drawnWhenOpen}
            label="Eligible items"
            description="Press Enter to add. Leave blank to include everything."
            maxTags={planLimits.eligibleItems}
            acceptValueOnBlur
            {...form.getInputProps('eligibleItems')}
            onChange={(items) =>
              form.setFieldValue(
                'eligibleItems',
                items.map((item) => item.trim().slice(0, planLimits.itemLength)).filter(Boolean),
              )
            }
          />
          <TextInput
            label={`Price of a single drink, ${currencyOfDrinks.toUpperCase()}`}
            description={drinkRead ?? 'Regular price of one drink. Used to calculate break-even.'}
            inputMode="decimal"
            maxLength={20}
            autoComplete="off"
            {...form.getInputProps('singleDrinkPrice')}
          />
        </div>
        <LocationFields form={form} locations={locations} />
      </div>
      <PriceTable form={form} plan={plan} currency={currency} />
      {plan && plan.otherFields.length > 0 && (
        <section className="q-stack-tight" aria-label="Other fields">
          <h3 className="q-h3">Other fields</h3>
          <p className="q-caption">From an import or another system. Read-only.</p>
          <KeyValue
            items={plan.otherFields.map(({ key, value }) => ({
              label: key,
              value: <span className={classes.other}>{value}</span>,
            }))}
          />
        </section>
      )}
    </>
  )
}
