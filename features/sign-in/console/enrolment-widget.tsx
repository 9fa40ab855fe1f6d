import { useSession } from '@quaff/features/sessions/console/session-widget'
import { AuthCard } from '@quaff/platform/console/frame/auth-card'
import { EnrolmentSteps, useEnrolment } from '../second-factor/console/enrolment-step'

/** All that an administrator sees, once the platform demands an authenticator app, until it is set up. */
export function Enrolment({ onDone }: { onDone: () => void }) {
  const { refresh, signOut } = useSession()
  const enrolment = useEnrolment()
  const isOn = enrolment.step.view === 'codes'
  return (
    <AuthCard
      title={isOn ? 'Your recovery codes' : 'Set up an authenticator app'}
      subtitle={isOn ? undefined : 'Administrators must use one. Set it up to continue.'}
    >
      <EnrolmentSteps
        enrolment={enrolment}
        cancelLabel="Sign out"
        onCancel={() => void signOut()}
        onDone={() => void refresh().then(onDone)}
      />
    </AuthCard>
  )
}
