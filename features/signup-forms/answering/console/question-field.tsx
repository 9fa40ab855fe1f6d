import { type InputHTMLAttributes, useRef } from 'react'
import {
  PlainField,
  PlainLinesField,
  PlainSelectField,
  PlainTextField,
} from '@quaff/platform/console/forms/plain-field'
import { pastedEmailLength } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { FormField } from '../../fields-contract'
import { answerLimits, chooseOption, isChosen, takesSeveral } from '../../fields-rules'
import { type FieldKind } from '../../kind-rules'
import { pictureError, pictureKinds } from './filled-form'

interface QuestionFieldProps {
  field: FormField
  value: string
  picture: File | undefined
  error: string | undefined
  onType: (value: string) => void
  onPicture: (picture: File | undefined) => void
}

/** Returns the element id that an error of this question links to. */
export const questionId = ({ id }: Pick<FormField, 'id'>) => `question-${id}`

export function QuestionField({ field, value, picture, error, onType, onPicture }: QuestionFieldProps) {
  const { kind, label, help, required, options } = field
  const requested = { name: questionId(field), label, optional: !required, help: help === '' ? undefined : help, error }
  const maxLength = kind === 'email' ? pastedEmailLength : answerLimits[kind]
  switch (kind) {
    case 'long':
    case 'address':
      return (
        <PlainLinesField
          {...requested}
          rows={kind === 'long' ? 4 : 2}
          autoComplete={kind === 'address' ? 'street-address' : undefined}
          maxLength={maxLength}
          value={value}
          onChange={onType}
        />
      )
    case 'dropdown':
      return (
        <PlainSelectField
          {...requested}
          value={value}
          onChange={onType}
          options={[{ value: '', label: 'Choose…' }, ...options.map((option) => ({ value: option, label: option }))]}
        />
      )
    case 'choice':
      return <OptionsField {...requested} field={field} value={value} onChange={onType} />
    case 'image':
      return <PictureField {...requested} picture={picture} onChange={onPicture} />
    case 'business_name':
    case 'email':
    case 'short':
    case 'website':
      return <PlainTextField {...requested} input={{ ...inputs[kind], maxLength }} value={value} onChange={onType} />
  }
}

const inputs = {
  business_name: { autoComplete: 'organization' },
  email: { type: 'email', autoComplete: 'email' },
  short: {},
  website: { type: 'url', autoComplete: 'url', placeholder: 'https://', autoCapitalize: 'none' },
} as const satisfies Partial<Record<FieldKind, InputHTMLAttributes<HTMLInputElement>>>

interface PictureFieldProps {
  name: string
  label: string
  optional: boolean
  help: string | undefined
  error: string | undefined
  picture: File | undefined
  onChange: (picture: File | undefined) => void
}

const limits = 'PNG, JPEG or WebP. We’ll email you a code before it’s sent.'

/** The picture is uploaded when the form is sent, after the email is verified. */
function PictureField({ picture, onChange, help, ...field }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const remove = () => {
    // Otherwise the browser shows the file name beside the button.
    if (input.current) input.current.value = ''
    input.current?.focus()
    onChange(undefined)
  }
  return (
    <PlainField {...field} help={help === undefined ? limits : `${help} ${limits}`}>
      {(control) => (
        <>
          <input
            {...control}
            ref={input}
            type="file"
            accept={pictureKinds}
            onChange={(event) => onChange(event.currentTarget.files?.[0])}
          />
          {picture !== undefined && pictureError(picture) === null && (
            <p className="hint" role="status">
              {`${isolated(picture.name)} will be sent with the form.`}
            </p>
          )}
          {picture !== undefined && (
            <button className="textlink" type="button" onClick={remove}>
              Remove picture
            </button>
          )}
        </>
      )}
    </PlainField>
  )
}

interface OptionsFieldProps {
  name: string
  label: string
  optional: boolean
  help: string | undefined
  error: string | undefined
  field: FormField
  value: string
  onChange: (value: string) => void
}

/** Shows radio buttons or checkboxes. The first one has the field's id, so that an error can link to it. */
function OptionsField({ name, label, optional, help, error, field, value, onChange }: OptionsFieldProps) {
  const several = takesSeveral(field)
  const described = [
    several ? `${name}-several` : '',
    help === undefined ? '' : `${name}-help`,
    error === undefined ? '' : `${name}-fault`,
  ]
  return (
    <fieldset className="options field" aria-describedby={described.filter(Boolean).join(' ') || undefined}>
      <legend>
        {isolated(label)}
        {optional && <span className="opt"> (optional)</span>}
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
      {error !== undefined && (
        <p className="err" id={`${name}-fault`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
