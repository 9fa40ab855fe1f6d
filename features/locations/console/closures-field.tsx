import { TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { Button, IconButton } from '@quaff/platform/console/controls/button'
import { DateField } from '@quaff/platform/console/dates/date-field'
import { textLimits } from '@quaff/platform/shared/text'
import { locationLimits, type Closure } from '../contract'
import { Fault } from './hours-field'
import classes from './form.module.css'

interface ClosuresFieldProps {
  value: Closure[]
  /** Day the next closure starts with. */
  today: string
  onChange: (closures: Closure[]) => void
  faults: Readonly<Record<string, unknown>>
}

export function ClosuresField({ value, today, onChange, faults }: ClosuresFieldProps) {
  const replace = (index: number, change: Partial<Closure>) =>
    onChange(value.map((closure, at) => (at === index ? { ...closure, ...change } : closure)))
  return (
    <fieldset className="q-stack-tight">
      <legend className="q-h3">Closures</legend>
      {value.length === 0 && <p className="q-caption">Days you’re closed, such as holidays or renovations</p>}
      {value.map((closure, index) => (
        // Closures have no identity but their place in the list.
        <div key={index} className={classes.closure} role="group" aria-label={`Closure ${index + 1}`}>
          <DateField
            label="First day"
            today={today}
            error={Boolean(faults[`closures.${index}`])}
            value={closure.from}
            onChange={(from) => replace(index, closure.to < from ? { from, to: from } : { from })}
          />
          <DateField
            label="Last day"
            today={today}
            min={closure.from}
            error={Boolean(faults[`closures.${index}`])}
            value={closure.to}
            onChange={(to) => replace(index, { to })}
          />
          <TextInput
            className={classes.reason}
            label="Reason"
            maxLength={textLimits.short}
            placeholder="Inventory"
            value={closure.reason}
            onChange={(event) => replace(index, { reason: event.currentTarget.value })}
          />
          <IconButton
            icon={IconX}
            label={`Remove closure ${index + 1}`}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          />
          <Fault id={`closures-${index}-fault`} message={faults[`closures.${index}`]} />
        </div>
      ))}
      {value.length < locationLimits.closures && (
        <span>
          <Button
            icon={IconPlus}
            size="sm"
            onClick={() => onChange([...value, { from: today, to: today, reason: '' }])}
          >
            Add closure
          </Button>
        </span>
      )}
    </fieldset>
  )
}
