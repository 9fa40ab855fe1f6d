import { type InputHTMLAttributes, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { isolated } from '../../shared/readable-text'
import { unmanaged } from '../controls/autofill'

interface PlainFieldProps {
  /** Also the element's id, so that the error summary can link to it. */
  name: string
  label: string
  optional?: boolean
  help?: string
  /** Id of a sentence elsewhere that describes the control. */
  describedBy?: string
  error?: string
  children: (control: ControlProps) => ReactNode
}

type ControlProps = {
  id: string
  name: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A labelled control for pages without the console's own components; `children` gets what names and describes it. */
export function PlainField({
  name,
  label,
  optional = false,
  help,
  describedBy = '',
  error,
  children,
}: PlainFieldProps) {
  const noteId = useId()
  const described = [
    describedBy,
    help === undefined ? '' : `${noteId}-help`,
    error === undefined ? '' : `${noteId}-fault`,
  ]
  return (
    <div className="field">
      <label htmlFor={name}>
        {isolated(label)}
        {optional && <span className="opt"> (optional)</span>}
      </label>
      {help !== undefined && (
        <p className="hint" id={`${noteId}-help`}>
          {help}
        </p>
      )}
      {children({
        id: name,
        name,
        className: 'in-t',
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error !== undefined && (
        <p className="err" id={`${noteId}-fault`}>
          {error}
        </p>
      )}
    </div>
  )
}

interface TextFieldProps extends Omit<PlainFieldProps, 'children'> {
  value: string
  onChange: (value: string) => void
  /** Native attributes such as type, autoComplete, maxLength and placeholder. */
  input?: InputHTMLAttributes<HTMLInputElement>
}

export function PlainTextField({ value, onChange, input, ...field }: TextFieldProps) {
  const control = useRef<HTMLInputElement>(null)
  const first = useRef({ value, onChange })
  useEffect(() => {
    // A prerendered field may hold what was typed before the script was there.
    const typed = control.current?.value ?? ''
    if (typed !== first.current.value) first.current.onChange(typed)
  }, [])
  return (
    <PlainField {...field}>
      {(named) => (
        <input
          ref={control}
          type="text"
          required={field.optional !== true}
          {...(input?.autoComplete ? {} : unmanaged)}
          {...input}
          {...named}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </PlainField>
  )
}

interface LinesFieldProps extends Omit<PlainFieldProps, 'children'> {
  value: string
  onChange: (value: string) => void
  maxLength: number
  rows?: number
  autoComplete?: string
}

export function PlainLinesField({ value, onChange, maxLength, rows = 3, autoComplete, ...field }: LinesFieldProps) {
  return (
    <PlainField {...field}>
      {(control) => (
        <textarea
          required={field.optional !== true}
          rows={rows}
          maxLength={maxLength}
          {...(autoComplete ? { autoComplete } : unmanaged)}
          {...control}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </PlainField>
  )
}

interface SelectFieldProps extends Omit<PlainFieldProps, 'children'> {
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
  autoComplete?: string
}

export function PlainSelectField({ value, onChange, options, autoComplete, ...field }: SelectFieldProps) {
  return (
    <PlainField {...field}>
      {(control) => (
        <select
          required={field.optional !== true}
          autoComplete={autoComplete}
          {...control}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </PlainField>
  )
}

export type FormError = { field: string; label: string; text: string }

interface ErrorSummaryProps {
  /** In the order of the form. An empty list shows nothing. */
  errors: readonly FormError[]
  /** Counts the attempts to send: the summary takes the focus at each. */
  attempt: number
}

/** Lists the validation errors above the form, each with a link to its field. */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const isShown = errors.length > 0
  useEffect(() => {
    if (isShown && attempt > 0) box.current?.focus()
  }, [attempt, isShown])
  if (!isShown) return null
  return (
    <div className="faults" role="alert" tabIndex={-1} ref={box}>
      <p>
        <b>{errors.length === 1 ? 'Check 1 answer' : `Check ${errors.length} answers`}</b>
      </p>
      <ul>
        {errors.map(({ field, label, text }) => (
          <li key={field}>
            <a
              href={`#${field}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(field)?.focus()
              }}
            >
              {`${isolated(label)}: ${text}`}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A honeypot field for bots: invisible, outside the tab order, and hidden from screen readers. */
export function HoneypotField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="sr" aria-hidden>
      <label>
        Leave this empty
        <input
          name="leave-empty"
          tabIndex={-1}
          {...unmanaged}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </label>
    </div>
  )
}

interface StepTitleProps {
  children: ReactNode
  /** The first step of a page leaves the focus where it is. */
  takesFocus: boolean
}

/** The heading of a step. It takes the focus as the step opens, so that readers hear where they are. */
export function StepTitle({ children, takesFocus }: StepTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children}
    </h1>
  )
}
