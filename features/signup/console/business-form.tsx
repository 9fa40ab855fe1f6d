import { PlainLinesField, PlainSelectField, PlainTextField } from '@quaff/platform/console/forms/plain-field'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { businessFields } from '../contract'
import { categories, type ApplicationAnswers } from './application-draft'
import { DraftNote } from './draft-note-text'
import { StepForm, businessErrors } from './step-form'

interface BusinessFormProps {
  email: string
  answers: ApplicationAnswers
  takesFocus: boolean
  onAnswer: (answers: Partial<ApplicationAnswers>) => void
  onChangeEmail: () => void
  /** To the step before. */
  onBack: () => void
  onDone: () => void
}

export function BusinessForm({
  email,
  answers,
  takesFocus,
  onAnswer,
  onChangeEmail,
  onBack,
  onDone,
}: BusinessFormProps) {
  return (
    <StepForm
      step={1}
      title="Your business"
      takesFocus={takesFocus}
      findErrors={() => businessErrors(answers)}
      onDone={onDone}
    >
      {(errorOf) => (
        <>
          <div className="field">
            <span className="lab">Email</span>
            <div className="fixed">
              <span>{readableEmail(email)}</span>
              <button className="textlink" type="button" onClick={onChangeEmail}>
                Change<span className="sr"> the email</span>
              </button>
            </div>
          </div>
          <PlainTextField
            name="name"
            label="Business name"
            error={errorOf('name')}
            value={answers.name}
            onChange={(name) => onAnswer({ name })}
            input={{ autoComplete: 'organization', maxLength: businessFields.name.max }}
          />
          <div className="two">
            <PlainTextField
              name="contactName"
              label="Your name"
              error={errorOf('contactName')}
              value={answers.contactName}
              onChange={(contactName) => onAnswer({ contactName })}
              input={{ autoComplete: 'name', maxLength: businessFields.contactName.max }}
            />
            <PlainSelectField
              name="businessType"
              label="Category"
              value={answers.businessType}
              options={categories}
              onChange={(value) => {
                const category = categories.find((option) => option.value === value)
                if (category) onAnswer({ businessType: category.value })
              }}
            />
          </div>
          <PlainLinesField
            name="description"
            label="What do you pour?"
            optional
            error={errorOf('description')}
            maxLength={businessFields.description.max}
            value={answers.description}
            onChange={(description) => onAnswer({ description })}
          />
          <div className="act">
            <button className="btn" type="submit">
              Continue
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
