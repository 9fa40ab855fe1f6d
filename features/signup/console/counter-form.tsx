import { termsText, termsWording } from '@quaff/features/marketing/legal-contract'
import { PlainTextField, PlainSelectField, HoneypotField } from '@quaff/platform/console/forms/plain-field'
import { useAddressForm } from '@quaff/platform/console/forms/use-address-form'
import { usePhoneExample } from '@quaff/platform/console/forms/use-phone-example'
import { addressFormOf } from '@quaff/platform/shared/fields/address-format'
import { counterFields, type FirstPass } from '../contract'
import { type ApplicationAnswers, type ApplicationDraft, firstPassChoices } from './application-draft'
import { DraftNote } from './draft-note-text'
import { StepForm, counterErrors } from './step-form'

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
      findErrors={() =>
        counterErrors(draft, addressFormOf(answers.country).labels).map((error) => ({
          ...error,
          text: phone.messageOf(error.text),
        }))
      }
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

function FirstPassField({ value, onChange }: { value: FirstPass; onChange: (value: FirstPass) => void }) {
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

const autoComplete = {
  line1: 'address-line1',
  line2: 'address-line2',
  postalCode: 'postal-code',
  city: 'address-level2',
  region: 'address-level1',
} as const

function AddressFields({ answers, errorOf, onAnswer }: AddressFieldsProps) {
  const { fields, labels, country, warnings, onBlur } = useAddressForm(answers)
  const names = { line1: 'Address', line2: 'Suite, floor, building', ...labels }
  return (
    <div className="stack" onBlur={onBlur}>
      <PlainSelectField
        name="country"
        label="Country"
        optional
        error={errorOf('country')}
        value={country.value}
        options={[{ value: '', label: 'Choose a country' }, ...country.options]}
        autoComplete="country"
        onChange={(chosen) => onAnswer({ country: chosen })}
      />
      <div className="two">
        {fields.map(({ part, isWide }) => (
          <div key={part} className={isWide ? 'wide' : undefined}>
            <PlainTextField
              name={part}
              label={names[part]}
              optional={counterFields[part].missing === undefined}
              error={errorOf(part)}
              value={answers[part]}
              onChange={(value) => onAnswer({ [part]: value })}
              input={{ autoComplete: autoComplete[part], maxLength: counterFields[part].max }}
            />
          </div>
        ))}
      </div>
      {warnings.length > 0 && (
        <p className="hint" role="alert">
          {warnings.join(' ')}
        </p>
      )}
    </div>
  )
}
