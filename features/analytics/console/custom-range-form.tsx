import { useId, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { DateField } from '@quaff/platform/console/dates/date-field'
import { analyticsLimits } from '../range/contract'
import { decideRange } from '../range/rules'
import { rangeRefusals } from '../refusals'
import classes from './range.module.css'

type CustomRangeFormProps = { from: string; to: string; today: string; onApply: (from: string, to: string) => void }

/** Both days are included. Nothing is asked of the server until they make a range. */
export function CustomRangeForm({ from: givenFrom, to: givenTo, today, onApply }: CustomRangeFormProps) {
  const [{ from, to }, setDays] = useState({ from: givenFrom, to: givenTo })
  const faultId = useId()
  const decided = from === '' || to === '' ? undefined : decideRange({ from, to }, today)
  const fault = faultOf(decided)
  const field = {
    className: classes.day,
    min: analyticsLimits.earliestDay,
    max: today,
    today,
    error: fault !== undefined,
    'aria-describedby': fault && faultId,
  } as const
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (decided?.ok) onApply(decided.days.from, decided.days.to)
      }}
    >
      <DateField {...field} label="From" value={from} onChange={(day) => setDays({ from: day, to })} />
      <DateField {...field} label="To" value={to} onChange={(day) => setDays({ from, to: day })} />
      <Button type="submit">Apply</Button>
      {fault !== undefined && (
        <p role="alert" id={faultId} className={classes.fault}>
          {fault}
        </p>
      )}
    </form>
  )
}

function faultOf(decided: ReturnType<typeof decideRange> | undefined): string | undefined {
  if (decided === undefined) return 'Choose both days.'
  return decided.ok ? undefined : rangeRefusals[decided.reason].text
}
