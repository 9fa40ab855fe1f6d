import { useId, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { analyticsLimits } from '../../range/contract'
import { decideRange } from '../../range/rules'
import { rangeRefusals } from '../../refusals'
import classes from './range.module.css'

type CustomRangeFormProps = { from: string; to: string; today: string; onApply: (from: string, to: string) => void }

/** Both days are included. Nothing is asked of the server until they make a range. */
export function CustomRangeForm({ from: givenFrom, to: givenTo, today, onApply }: CustomRangeFormProps) {
  const [{ from, to }, setDays] = useState({ from: givenFrom, to: givenTo })
  const faultId = useId()
  const decided = from === '' || to === '' ? undefined : decideRange({ from, to }, today)
  const fault = faultOf(decided)
  const field = { type: 'date', className: classes.input, min: analyticsLimits.earliestDay, max: today } as const
  const flawed = { 'aria-invalid': fault !== undefined || undefined, 'aria-describedby': fault && faultId } as const
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (decided?.ok) onApply(decided.days.from, decided.days.to)
      }}
    >
      <label className={classes.field}>
        From
        <input
          {...field}
          {...flawed}
          value={from}
          onChange={({ currentTarget }) => setDays({ from: currentTarget.value, to })}
        />
      </label>
      <label className={classes.field}>
        to
        <input
          {...field}
          {...flawed}
          value={to}
          onChange={({ currentTarget }) => setDays({ from, to: currentTarget.value })}
        />
      </label>
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
