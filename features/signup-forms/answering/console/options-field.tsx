import type { FormField } from '../../fields/contract'
import { chooseOption, isChosen, takesSeveral } from '../../fields/rules'

interface OptionsFieldProps {
  name: string
  label: string
  optional: boolean
  help: string | undefined
  fault: string | undefined
  field: FormField
  value: string
  onChange: (value: string) => void
}

/** A few answers in sight. The first one bears the name, so that a fault can lead there. */
export function OptionsField({ name, label, optional, help, fault, field, value, onChange }: OptionsFieldProps) {
  const several = takesSeveral(field)
  const described = [
    several ? `${name}-several` : '',
    help === undefined ? '' : `${name}-help`,
    fault === undefined ? '' : `${name}-fault`,
  ]
  return (
    <fieldset className="options field" aria-describedby={described.filter(Boolean).join(' ') || undefined}>
      <legend>
        {label}
        {optional && <span className="opt"> Optional</span>}
      </legend>
      {several && (
        <p className="hint" id={`${name}-several`}>
          Choose all that apply.
        </p>
      )}
      {help !== undefined && (
        <p className="hint" id={`${name}-help`}>
          {help}
        </p>
      )}
      {field.options.map((option, index) => (
        <label className="check" key={option}>
          <input
            id={index === 0 ? name : undefined}
            type={several ? 'checkbox' : 'radio'}
            name={name}
            required={!optional && !several}
            checked={isChosen(field, value, option)}
            onChange={() => onChange(chooseOption(field, value, option))}
          />
          <span>{option}</span>
        </label>
      ))}
      {optional && !several && value !== '' && (
        <button className="textlink" type="button" onClick={() => onChange('')}>
          Clear answer
        </button>
      )}
      {fault !== undefined && (
        <p className="err" id={`${name}-fault`}>
          {fault}
        </p>
      )}
    </fieldset>
  )
}
