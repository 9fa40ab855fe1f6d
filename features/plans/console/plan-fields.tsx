import { Checkbox, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Button } from '@quaff/platform/console/controls/button'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { KeyValue, SkeletonText } from '@quaff/platform/console/display/panel'
import { labelledInputProps } from '@quaff/platform/console/forms/field-inputs'
import { dayNames, weekdays } from '@quaff/platform/shared/calendar'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { type AllowancePeriod, planFields, planLimits, type PlanRecord } from '../contract'
import { readAmountText } from '../price-rules'
import { drawnWhenOpen, drinkCurrency } from './plan-form-values'
import { locationsApi } from './plan-queries'
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
        <TextInput {...labelledInputProps(planFields.name)} data-autofocus {...form.getInputProps('name')} />
        <Select
          comboboxProps={drawnWhenOpen}
          label="Visibility"
          data={visibilityOptions}
          {...form.getInputProps('visibility')}
        />
      </div>
      <Textarea {...labelledInputProps(planFields.description)} rows={2} {...form.getInputProps('description')} />
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

const periodOptions = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const satisfies { value: AllowancePeriod; label: string }[]
function AllowanceFields({ form }: { form: PlanFormApi }) {
  const { drinks, per, hasWindow } = form.values
  return (
    <fieldset className="q-stack-tight">
      <legend className="q-h3">Allowance</legend>
      <div className="q-row q-wrap">
        <TextInput
          className={classes.drinks}
          aria-label="Drinks"
          inputMode="numeric"
          maxLength={4}
          {...form.getInputProps('drinks')}
          error={Boolean(form.errors.drinks)}
          aria-describedby="plan-drinks-hint"
        />
        <span className="q-secondary">{drinks.trim() === '1' ? 'drink per' : 'drinks per'}</span>
        <Segmented
          label="Period of the allowance"
          value={per}
          options={periodOptions}
          onChange={(value) => form.setFieldValue('per', value)}
        />
      </div>
      <p
        id="plan-drinks-hint"
        className={form.errors.drinks ? 'mantine-InputWrapper-error' : 'q-caption'}
        role={form.errors.drinks ? 'alert' : undefined}
      >
        {form.errors.drinks ?? 'Leave blank for unlimited drinks.'}
      </p>
      <Switch label="Only at certain times" {...form.getInputProps('hasWindow', { type: 'checkbox' })} />
      {hasWindow && <WindowFields form={form} />}
    </fieldset>
  )
}

function WindowFields({ form }: { form: PlanFormApi }) {
  return (
    <>
      <Checkbox.Group label="Days" {...form.getInputProps('days')}>
        <div className={classes.days}>
          {weekdays.map((day) => (
            <Checkbox key={day} value={day} label={dayNames[day]} />
          ))}
        </div>
      </Checkbox.Group>
      <div className="q-row q-wrap">
        <TextInput className={classes.time} type="time" label="From" {...form.getInputProps('from')} />
        <TextInput className={classes.time} type="time" label="To" {...form.getInputProps('to')} />
      </div>
      <p className="q-caption">
        Local time at each location. To run past midnight, set an end time earlier than the start.
      </p>
    </>
  )
}

export function useMerchantLocations(merchantId: string) {
  return useQuery(locationsApi.list.queryOptions({ input: { merchantId, limit: pageLimits.maxSize } }))
}

interface LocationFieldsProps {
  form: PlanFormApi
  locations: ReturnType<typeof useMerchantLocations>
}

/** None selected means every location, including future ones. */
function LocationFields({ form, locations }: LocationFieldsProps) {
  const chosen = form.values.validLocationIds
  const rows = locations.data?.rows ?? []
  const gone =
    locations.data && (locations.data.total ?? 0) <= rows.length
      ? chosen.filter((id) => !rows.some((row) => row.id === id))
      : []
  return (
    <fieldset className="q-stack-tight">
      <legend className="q-h3">Valid locations</legend>
      {locations.isPending && <SkeletonText lines={3} />}
      {locations.isError && !locations.data && (
        <p className="q-caption" role="alert">
          Couldn’t load locations. Your choice is kept.{' '}
          <Button size="sm" variant="quiet" onClick={() => void locations.refetch()}>
            Retry
          </Button>
        </p>
      )}
      {locations.data && rows.length === 0 && (
        <p className="q-caption">No locations yet. The plan will be valid at all you add.</p>
      )}
      <Checkbox.Group aria-label="Valid locations" {...form.getInputProps('validLocationIds')}>
        <div className={classes.locations}>
          {rows.map(({ id, name }) => (
            <Checkbox key={id} value={id} label={name} />
          ))}
          {gone.map((id) => (
            <Checkbox key={id} value={id} label="Deleted location" />
          ))}
        </div>
      </Checkbox.Group>
      {rows.length > 0 && (
        <p className="q-caption">
          {chosen.length === 0 ? 'Valid at all locations' : `Valid at ${chosen.length} of ${rows.length}.`}
        </p>
      )}
    </fieldset>
  )
}
