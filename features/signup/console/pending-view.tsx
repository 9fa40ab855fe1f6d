import { StepTitle } from '@quaff/platform/console/forms/plain-field'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { SupportNote } from './support-section'

interface PendingViewProps {
  email: string
  supportLink: string
  onChangeEmail: () => void
}

export function PendingView({ email, supportLink, onChangeEmail }: PendingViewProps) {
  return (
    <>
      <StepTitle takesFocus>We’re reviewing your application.</StepTitle>
      <p className="lede">We’ll email {readableEmail(email)} when we’ve decided.</p>
      <SupportNote supportLink={supportLink}>
        <div className="note">
          Want to add something? <a href={supportLink}>Email support</a> and mention your business.
        </div>
      </SupportNote>
      <p className="foot">
        <button className="textlink" type="button" onClick={onChangeEmail}>
          Use a different email
        </button>
      </p>
    </>
  )
}
