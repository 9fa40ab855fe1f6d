import { IconPencil } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { mailAddress } from '@quaff/platform/shared/safe-address'
import { decideUserAction, userActionText } from '../access/rules'
import type { UserRecord } from '../contract'
import { EditPersonForm } from './edit-person-form'
import { UserEmail } from './user-email-text'

const EditProfileDialog = deferred(async () => (await import('./edit-profile-dialog')).EditProfileDialog)

export function ContactSection({ user }: { user: UserRecord }) {
  const { uid: userId, role } = useSessionUser()
  // What the form was opened with: a change by somebody else must not slip under what is being typed.
  const [edited, setEdited] = useState<UserRecord | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const verdict = decideUserAction('updatePerson', { userId, role }, user)
  const isOwn = userId === user.id
  const close = () => {
    setEdited(null)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <section className="q-stack-tight" aria-label="Contact">
      <div className="q-row q-wrap">
        <h3 className="q-h3 q-grow">Contact</h3>
        {(verdict.ok || verdict.reason !== 'ROLE') && (edited === null || isOwn) && (
          <PermissionButton
            ref={button}
            size="sm"
            icon={IconPencil}
            disabledReason={verdict.ok ? undefined : userActionText('updatePerson', verdict.reason)}
            onClick={() => setEdited(user)}
          >
            {isOwn ? 'Edit profile' : 'Edit name and phone'}
          </PermissionButton>
        )}
      </div>
      {edited && !isOwn ? (
        <EditPersonForm opened={edited} onClose={close} />
      ) : (
        <KeyValue
          items={[
            { label: 'Display name', value: user.displayName },
            { label: 'Email', value: <Email user={user} /> },
            ...(role === 'merchant_viewer' ? [] : [{ label: 'Phone', value: user.phoneNumber }]),
          ]}
        />
      )}
      {edited && isOwn && <EditProfileDialog onClose={close} />}
    </section>
  )
}

function Email({ user }: { user: UserRecord }) {
  if (user.emailIsPlaceholder) return <UserEmail user={user} />
  return (
    <>
      <a className="q-link" href={mailAddress(user.email)}>
        {user.email}
      </a>{' '}
      {user.emailVerified !== null && (
        <span className="q-caption">{user.emailVerified ? 'verified' : 'not verified'}</span>
      )}
    </>
  )
}
