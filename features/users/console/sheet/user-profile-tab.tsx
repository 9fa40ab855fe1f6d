import { Suspense } from 'react'
import type { UserRecord } from '../../contract'
import { UserEmail } from '../user-email-text'
import { UserStatusPill } from '../user-status-pill'
import type { PersonSheetParts } from './person-sheet-parts-widget'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText, RelativeTime } from '@quaff/platform/console/display/date-time'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'

const countFormat = new Intl.NumberFormat()

export function UserProfileTab({ user, parts }: { user: UserRecord; parts: PersonSheetParts['profile'] }) {
  const timeZone = useTimeZone()
  return (
    <div className="q-stack-loose">
      <section className="q-stack-tight" aria-label="Contact">
        <h3 className="q-h3">Contact</h3>
        <KeyValue
          items={[
            { label: 'Display name', value: user.displayName },
            { label: 'Email', value: <Email user={user} /> },
            { label: 'Phone', value: user.phoneNumber },
          ]}
        />
      </section>
      <section className="q-stack-tight" aria-label="Account">
        <h3 className="q-h3">Account</h3>
        <KeyValue
          items={[
            { label: 'Status', value: <UserStatusPill status={user.status} /> },
            { label: 'Status since', value: <DateText value={user.statusUpdatedAt} timeZone={timeZone} /> },
            { label: 'Created', value: <DateText value={user.createdAt} timeZone={timeZone} /> },
            { label: 'Last active', value: <RelativeTime value={user.lastActive} timeZone={timeZone} /> },
            { label: 'Changed', value: <RelativeTime value={user.updatedAt} timeZone={timeZone} /> },
            { label: 'Subscriptions', value: countFormat.format(user.subscriptionCount) },
          ]}
        />
      </section>
      {parts.map((Part, index) => (
        <Suspense key={index} fallback={<SkeletonText lines={3} />}>
          <Part userId={user.id} person={user} />
        </Suspense>
      ))}
    </div>
  )
}

function Email({ user }: { user: UserRecord }) {
  if (user.emailIsPlaceholder) return <UserEmail user={user} />
  return (
    <>
      <a className="q-link" href={`mailto:${user.email}`}>
        {user.email}
      </a>{' '}
      <span className="q-caption">{user.emailVerified ? 'verified' : 'not verified'}</span>
    </>
  )
}
