import { StepTitle } from '@quaff/platform/console/plain-form/step-title'
import { SupportNote } from '../support-section'

interface PendingViewProps {
  email: string
  supportLink: string
  onChangeEmail: () => void
}

export function PendingView({ email, supportLink, onChangeEmail }: PendingViewProps) {
  return (
    <>
      <StepTitle takesFocus>Your application is with us.</StepTitle>
      <p className="lede">
        You applied with {email} and a person is reading it. We write to that address as soon as there is an answer.
      </p>
      <SupportNote supportLink={supportLink}>
        <div className="note">
          Want to add something? <a href={supportLink}>Write to support</a> and name your business.
        </div>
      </SupportNote>
      <p className="foot">
        <button className="textlink" type="button" onClick={onChangeEmail}>
          Use another email
        </button>
      </p>
    </>
  )
}
