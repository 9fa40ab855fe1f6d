import { useId, type HTMLInputTypeAttribute } from 'react'

interface TextFieldProps {
  id: string
  label: string
  value: string
  max: number
  required: boolean
  autoComplete: string
  type: HTMLInputTypeAttribute
  numeric?: boolean
  fault?: string
  onChange: (value: string) => void
}

export function TextField(props: TextFieldProps) {
  const { id, label, value, max, required, autoComplete, type, numeric, fault, onChange } = props
  const fieldId = useId()
  const faultId = `${fieldId}-fault`
  return (
    <div className="join-field">
      <label htmlFor={fieldId}>
        {label}
        {!required && <span className="small"> (optional)</span>}
      </label>
      <input
        id={fieldId}
        name={id}
        type={type}
        value={value}
        maxLength={max}
        required={required}
        autoComplete={autoComplete}
        inputMode={numeric ? 'numeric' : undefined}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : faultId}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {fault !== undefined && (
        <span id={faultId} className="bad">
          {fault}
        </span>
      )}
    </div>
  )
}
