import { termsText, termsWording } from '@quaff/features/marketing/legal-contract'
import { PlainTextField, HoneypotField } from '@quaff/platform/console/forms/plain-field'
import { usePhoneExample } from '@quaff/platform/console/forms/use-phone-example'
import { counterFields, type FirstPass } from '../contract'
import { counterErrors } from './answer-errors'
import { type ApplicationAnswers, type ApplicationDraft, firstPassChoices } from './application-draft'
import { DraftNote } from './draft-note-text'
import { StepForm } from './step-form'

interface CounterFormProps {
  draft: ApplicationDraft
  takesFocus: boolean
  onAnswer: (answers: Partial<ApplicationAnswers>) => void
  onTerms: (acceptsTerms: boolean) => void
  onTrap: (trap: string) => void
  onBack: () => void
  onDone: () => void
}

export function CounterForm({ draft, takesFocus, onAnswer, onTerms, onTrap, onBack, onDone }: CounterFormProps) {
  const { answers, acceptsTerms, trap } = draft
  const phone = usePhoneExample(answers.country)
  return (
    <StepForm
      step={2}
      title="Your counter"
      takesFocus={takesFocus}
      findErrors={() => counterErrors(draft).map((error) => ({ ...error, text: phone.messageOf(error.text) }))}
      onDone={onDone}
    >
      {(errorOf) => (
        <>
          <AddressFields answers={answers} errorOf={errorOf} onAnswer={onAnswer} />
          <div className="two">
            <PlainTextField
              name="phone"
              label="Phone"
              error={errorOf('phone')}
              value={answers.phone}
              onChange={(phone) => onAnswer({ phone })}
              input={{
                type: 'tel',
                autoComplete: 'tel',
                placeholder: phone.placeholder,
                maxLength: counterFields.phone.maxTyped,
              }}
            />
            <PlainTextField
              name="website"
              label="Website"
              optional
              error={errorOf('website')}
              value={answers.website}
              onChange={(website) => onAnswer({ website })}
              input={{
                type: 'url',
                autoComplete: 'url',
                placeholder: 'https://',
                maxLength: counterFields.website.max,
                autoCapitalize: 'none',
              }}
            />
          </div>
          <FirstPassField value={answers.firstPass} onChange={(firstPass) => onAnswer({ firstPass })} />
          <HoneypotField value={trap} onChange={onTrap} />
          <TermsField isTicked={acceptsTerms} error={errorOf('acceptsTerms')} onChange={onTerms} />
          <div className="act">
            <button className="btn" type="submit">
              Send application
            </button>
            <button className="more textlink" type="button" onClick={onBack}>
              Back
            </button>
          </div>
          <DraftNote />
        </>
      )}
    </StepForm>
  )
}

interface TermsFieldProps {
  isTicked: boolean
  error: string | undefined
  onChange: (isTicked: boolean) => void
}

function TermsField({ isTicked, error, onChange }: TermsFieldProps) {
  return (
    <div className="field">
      <label className="check">
        <input
          id="acceptsTerms"
          name="acceptsTerms"
          type="checkbox"
          required
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : 'acceptsTerms-fault'}
          checked={isTicked}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>
          I’m authorized to apply for this business and agree to the{' '}
          <a href="/terms" target="_blank" rel="noopener">
            terms
          </a>{' '}
          ({termsText(termsWording.number).toLowerCase()}).
        </span>
      </label>
      {error !== undefined && (
        <p className="err" id="acceptsTerms-fault">
          {error}
        </p>
      )}
    </div>
  )
}

interface FirstPassFieldProps {
  value: FirstPass
  onChange: (value: FirstPass) => void
}

function FirstPassField({ value, onChange }: FirstPassFieldProps) {
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

interface AddressFieldsProps {
  answers: ApplicationAnswers
  errorOf: (field: string) => string | undefined
  onAnswer: (answers: Partial<ApplicationAnswers>) => void
}

const rows = [
  [{ name: 'line1', label: 'Address', autoComplete: 'address-line1' }],
  [{ name: 'line2', label: 'Suite, floor, building', autoComplete: 'address-line2' }],
  [
    { name: 'postalCode', label: 'ZIP or postal code', autoComplete: 'postal-code' },
    { name: 'city', label: 'City', autoComplete: 'address-level2' },
  ],
  [
    { name: 'region', label: 'State or region', autoComplete: 'address-level1' },
    { name: 'country', label: 'Country', autoComplete: 'country-name' },
  ],
] as const

function AddressFields({ answers, errorOf, onAnswer }: AddressFieldsProps) {
  return rows.map((fields) => (
    <div className={fields.length === 2 ? 'two' : undefined} key={fields[0].name}>
      {fields.map(({ name, label, autoComplete }) => (
        <PlainTextField
          key={name}
          name={name}
          label={label}
          optional={counterFields[name].missing === undefined}
          error={errorOf(name)}
          value={answers[name]}
          onChange={(value) => onAnswer({ [name]: value })}
          input={{ autoComplete, maxLength: counterFields[name].max }}
        />
      ))}
    </div>
  ))
}
