import { describeRole, roleTitle } from '@quaff/features/accounts/rules'
import { useSessionUser, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { permissionsFor } from '@quaff/features/sessions/rules'
import { formatDate } from '@quaff/platform/console/display/date-time'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Notice } from '@quaff/platform/console/display/notice'
import { adminRole } from '@quaff/platform/shared/product'
import type { UserRecord } from '../contract'
import { InvitationTimelineSection } from '../invitations/console/invitation-timeline-section'
import { invitationText } from './invitation-text'
import { rightsInWords } from './rights-in-words'
import { SignInWaysSection } from './sign-in-ways-section'
import classes from './user-sheet.module.css'

export function UserAccessTab({ user }: { user: UserRecord }) {
  const timeZone = useTimeZone()
  const isViewer = useSessionUser().role === 'merchant_viewer'
  const rights = user.roleIsNotGiven
    ? []
    : rightsInWords(
        permissionsFor(
          user.role,
          user.merchants.map((merchant) => merchant.id),
        ),
      )
  const hasAllMerchants = user.role === adminRole && !user.roleIsNotGiven
  const day = (at: Date) => formatDate(at, 'date', { timeZone })
  return (
    <div className="q-stack-loose">
      <section className="q-stack-tight" aria-label="Role">
        <h3 className="q-h3">Role</h3>
        {user.roleIsNotGiven && (
          <Notice tone="warn" title="Can’t sign in">
            The imported document names this role, but the account never had it. Use Change role to grant access.
          </Notice>
        )}
        <KeyValue
          items={[
            { label: 'Role', value: roleTitle(user.role) || '—' },
            { label: 'Access', value: user.role === '' ? '—' : describeRole(user.role) },
            ...(isViewer ? [] : [{ label: 'Invitation', value: invitationText(user.invitation, day) }]),
          ]}
        />
      </section>
      {user.timeline && <InvitationTimelineSection timeline={user.timeline} />}
      <SignInWaysSection user={user} />
      <section className="q-stack-tight" aria-label="Permissions">
        <h3 className="q-h3">Permissions</h3>
        {rights.length === 0 ? (
          <p className="q-secondary">None in the console.</p>
        ) : (
          <ul className={classes.list}>
            {rights.map((right) => (
              <li key={right}>{right}</li>
            ))}
          </ul>
        )}
      </section>
      <section className="q-stack-tight" aria-label="Merchants">
        <h3 className="q-h3">Merchants</h3>
        {hasAllMerchants && <p className="q-secondary">All merchants.</p>}
        {!hasAllMerchants && user.merchants.length === 0 && <p className="q-secondary">None assigned.</p>}
        {!hasAllMerchants && (
          <ul className={classes.list}>
            {user.merchants.map((merchant) => (
              <li key={merchant.id}>{merchant.name}</li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
