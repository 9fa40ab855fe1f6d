import type { ComponentType } from 'react'
import { useSessionUser, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText, RelativeTime } from '@quaff/platform/console/display/date-time'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { LookPill } from '@quaff/platform/console/display/status-pill'
import type { UserRecord } from '../contract'
import { ContactSection } from './contact-section'
import type { PersonPartProps, PersonSheetParts } from './person-sheet-parts-widget'
import { userLooks } from './user-status'

type UserProfileTabProps = { user: UserRecord; parts: Pick<PersonSheetParts, 'profileHead' | 'profile'> }

export function UserProfileTab({ user, parts }: UserProfileTabProps) {
  const timeZone = useTimeZone()
  const isViewer = useSessionUser().role === 'merchant_viewer'
  const history = [
    { label: 'Status since', value: <DateText value={user.statusUpdatedAt} timeZone={timeZone} /> },
    { label: 'Created', value: <DateText value={user.createdAt} timeZone={timeZone} /> },
    { label: 'Last active', value: <RelativeTime value={user.lastActive} timeZone={timeZone} /> },
    { label: 'Updated', value: <RelativeTime value={user.updatedAt} timeZone={timeZone} /> },
    { label: 'Subscriptions', value: formatCount(user.subscriptionCount ?? 0) },
  ]
  return (
    <div className="q-stack-loose">
      <Parts parts={parts.profileHead} user={user} />
      <ContactSection user={user} />
      <section className="q-stack-tight" aria-label="Account">
        <h3 className="q-h3">Account</h3>
        <KeyValue
          items={[{ label: 'Status', value: <LookPill look={userLooks[user.status]} /> }, ...(isViewer ? [] : history)]}
        />
      </section>
      <Parts parts={parts.profile} user={user} />
    </div>
  )
}

function Parts({ parts, user }: { parts: readonly ComponentType<PersonPartProps>[]; user: UserRecord }) {
  return parts.map((Part, index) => <Part key={index} userId={user.id} person={user} />)
}
