import { Checkbox, Switch, TextInput } from '@mantine/core'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { dayNames, weekdays } from '@quaff/platform/shared/calendar'
import type { AllowancePeriod } from '../contract'
import type { PlanFormApi } from './use-plan-form'
import classes from './plan-editor.module.css'

const periodOptions = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const satisfies { value: AllowancePeriod; label: string }[]
export function AllowanceFields({ form }: { form: PlanFormApi }) {
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
