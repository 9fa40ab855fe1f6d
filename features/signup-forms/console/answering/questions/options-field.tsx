interface OptionsFieldProps {
  name: string
  label: string
  optional: boolean
  help: string | undefined
  fault: string | undefined
  options: readonly string[]
  value: string
  onChange: (value: string) => void
}

/** A few answers in sight. The first one bears the name, so that a fault can lead there. */
export function OptionsField({ name, label, optional, help, fault, options, value, onChange }: OptionsFieldProps) {
  const described = [help === undefined ? '' : `${name}-help`, fault === undefined ? '' : `${name}-fault`]
  return (
    <fieldset className="options field" aria-describedby={described.filter(Boolean).join(' ') || undefined}>
      <legend>
        {label}
        {optional && <span className="opt"> Optional</span>}
      </legend>
      {help !== undefined && (
        <p className="hint" id={`${name}-help`}>
          {help}
        </p>
      )}
      {options.map((option, index) => (
        <label className="check" key={option}>
          <input
            id={index === 0 ? name : undefined}
            type="radio"
            name={name}
            required={!optional}
            checked={value === option}
            onChange={() => onChange(option)}
          />
          <span>{option}</span>
        </label>
      ))}
      {optional && value !== '' && (
        <button className="textlink" type="button" onClick={() => onChange('')}>
          Clear the answer
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
