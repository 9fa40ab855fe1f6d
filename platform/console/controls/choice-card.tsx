import { useId, type ReactNode } from 'react'
import classes from './choice-card.module.css'

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
