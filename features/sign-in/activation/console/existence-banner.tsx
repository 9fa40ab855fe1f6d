import { Notice } from '@quaff/platform/console/display/notice'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { consolePurpose } from '../../console/login-reason'
import type { UserExistence } from '../../contract'
import { signInRefusals } from '../../refusals'

export type ExistenceClass = 'found' | 'waiting' | 'rejected' | 'active' | 'unknown'

/** Spec §4 "Registration": what the check says about an address. */
export function classifyExistence(found: UserExistence): ExistenceClass {
  if (found.exists && found.isPreApproved && found.requiresActivation) return 'found'
  switch (found.status) {
    case 'pending_approval':
      return 'waiting'
    case 'rejected':
      return 'rejected'
    case 'active':
      return 'active'
    default:
      return 'unknown'
  }
}

interface ExistenceBannerProps {
  existence: ExistenceClass
  /** Filled in on the login page. */
  email?: string
}

export function ExistenceBanner({ existence, email }: ExistenceBannerProps) {
  switch (existence) {
    case 'found':
      return (
        <Notice tone="ok" title="Account found" announce>
          Your account is pre-approved. Fill in the form to activate it.
        </Notice>
      )
    case 'waiting':
      return (
        <Notice tone="info" title="Waiting for approval" announce>
          We’ll email you when it’s approved.
        </Notice>
      )
    case 'rejected':
      return (
        <Notice tone="danger" title="Registration rejected" announce>
          Please contact your administrator.
        </Notice>
      )
    case 'active':
      return (
        <Notice tone="info" title="Account already active" announce>
          Please use the{' '}
          <AppLink className="q-link" to="/auth/login" state={{ email }}>
            login page
          </AppLink>{' '}
          to sign in. {consolePurpose}
        </Notice>
      )
    case 'unknown':
      return (
        <Notice tone="warn" announce>
          {signInRefusals.NOT_PRE_APPROVED.text}
        </Notice>
      )
  }
}
