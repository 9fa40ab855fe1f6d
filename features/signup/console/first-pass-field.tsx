import type { FirstPass } from '../contract'
import { firstPassChoices } from './application-draft'

interface FirstPassFieldProps {
  value: FirstPass
  onChange: (value: FirstPass) => void
}

export function FirstPassField({ value, onChange }: FirstPassFieldProps) {
  return (
    <fieldset className="choice">
      <legend>Which pass would you start with?</legend>
      {firstPassChoices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name="firstPass"
            value={choice.value}
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          <b>{choice.label}</b> {choice.text}
        </label>
      ))}
    </fieldset>
  )
}
