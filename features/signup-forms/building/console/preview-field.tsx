import { useId } from 'react'
import { unmanaged } from '@quaff/platform/console/controls/autofill'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { FormField } from '../../fields-contract'
import { answerLimits, chooseOption, isChosen, takesSeveral } from '../../fields-rules'
import { fieldName } from './field-changes'
import classes from './preview.module.css'

interface PreviewFieldProps {
  field: FormField
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

export function PreviewField({ field, value, error, onChange }: PreviewFieldProps) {
  const id = useId()
  const label = (
    <>
      {isolated(fieldName(field))}
      {!field.required && <span className={classes.optional}> (optional)</span>}
    </>
  )
  const described = [field.help && `${id}-help`, error && `${id}-fault`].filter(Boolean).join(' ') || undefined
  const notes = (
    <>
      {field.help !== '' && (
        <p id={`${id}-help`} className={classes.help}>
          {field.help}
        </p>
      )}
      {error && (
        <p id={`${id}-fault`} className={classes.error}>
          {error}
        </p>
      )}
    </>
  )
  if (field.kind === 'choice')
    return (
      <fieldset className={classes.field} aria-describedby={described}>
        <legend className={classes.label}>{label}</legend>
        {takesSeveral(field) && <p className={classes.help}>Choose all that apply.</p>}
        {namedOptions(field).map((option, index) => (
          <label key={option} className={classes.choice}>
            <input
              type={takesSeveral(field) ? 'checkbox' : 'radio'}
              name={id}
              data-asks={index === 0 ? field.id : undefined}
              checked={isChosen(field, value, option)}
              onChange={() => onChange(chooseOption(field, value, option))}
            />
            <span>{option}</span>
          </label>
        ))}
        {notes}
      </fieldset>
    )
  const requested = {
    id,
    'data-asks': field.id,
    className: classes.input,
    value,
    maxLength: answerLimits[field.kind],
    'aria-invalid': error !== undefined,
    'aria-describedby': described,
    'aria-required': field.required,
  }
  return (
    <div className={classes.field}>
      {field.kind === 'image' ? (
        <>
          <span className={classes.label}>{label}</span>
          <button
            type="button"
            data-asks={field.id}
            className={classes.quiet}
            aria-describedby={described}
            onClick={() => onChange(value === '' ? 'sample' : '')}
          >
            {value === '' ? 'Add picture' : 'Remove picture'}
          </button>
          <p className={classes.help}>
            {value === '' ? 'Verified with an emailed code first' : 'The picture appears here'}
          </p>
        </>
      ) : (
        <>
          <label className={classes.label} htmlFor={id}>
            {label}
          </label>
          <Control field={field} requested={requested} onChange={onChange} />
        </>
      )}
      {notes}
    </div>
  )
}

/** Skips empty options. */
const namedOptions = ({ options }: FormField) => [...new Set(options.filter((option) => option.trim() !== ''))]

const inputTypes = { email: 'email', website: 'url' } as const

interface ControlProps {
  field: FormField
  requested: { id: string; className: string | undefined; value: string; maxLength: number }
  onChange: (value: string) => void
}

function Control({ field, requested, onChange }: ControlProps) {
  if (field.kind === 'dropdown') {
    const { maxLength: _, ...rest } = requested
    return (
      <select {...rest} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">Choose…</option>
        {namedOptions(field).map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    )
  }
  if (field.kind === 'long' || field.kind === 'address')
    return (
      <textarea
        {...unmanaged}
        {...requested}
        rows={field.kind === 'long' ? 4 : 3}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  const type = field.kind === 'email' || field.kind === 'website' ? inputTypes[field.kind] : 'text'
  return (
    <input
      {...requested}
      type={type}
      placeholder={field.kind === 'website' ? 'https://' : undefined}
      {...unmanaged}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
