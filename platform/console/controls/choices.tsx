import { Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './segmented.module.css'

interface SegmentedProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: ReactNode }[]
  onChange: (value: T) => void
}

export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  return (
    <div className={classes.group} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}

interface ChoiceCardProps {
  name: string
  value: string
  checked: boolean
  onSelect: (value: string) => void
  title: ReactNode
  description?: ReactNode
}

/** A radio with room to say what it means. Put several into a fieldset with a legend. */
export function ChoiceCard({ name, value, checked, onSelect, title, description }: ChoiceCardProps) {
  const textId = useId()
  return (
    <label className={classes.card}>
      <input
        className={classes.radio}
        type="radio"
        name={name}
        value={value}
        checked={checked}
        aria-describedby={description ? textId : undefined}
        onChange={() => onSelect(value)}
      />
      <span>
        <b className={classes.title}>{title}</b>
        {description && (
          <span className="q-caption" id={textId}>
            {description}
          </span>
        )}
      </span>
    </label>
  )
}

const options = [
  { value: 'all', label: 'All' },
  { value: 'some', label: 'Only these' },
] as const

type AllOrSome = (typeof options)[number]['value']
type AllOrSomeFieldProps = {
  label: string
  value: AllOrSome
  onChange: (value: AllOrSome) => void
  children: ReactNode
}

export function AllOrSomeField({ label, value, onChange, children }: AllOrSomeFieldProps) {
  return (
    <Input.Wrapper label={label} labelElement="div">
      <div className="q-stack-tight">
        <div className="q-row">
          <Segmented label={label} value={value} options={options} onChange={onChange} />
        </div>
        {value === 'some' && children}
      </div>
    </Input.Wrapper>
  )
}
