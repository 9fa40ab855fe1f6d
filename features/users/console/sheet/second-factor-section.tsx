import { IconShieldOff } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { decideUserAction, userActionText } from '../../access/rules'
import type { UserRecord } from '../../contract'

const RemoveSecondFactorDialog = deferred(
  async () => (await import('./remove-second-factor-dialog')).RemoveSecondFactorDialog,
)

/** For administrators: to others the server does not say whether there is one. */
export function SecondFactorSection({ user }: { user: UserRecord }) {
  const { uid: userId, role } = useSessionUser()
  const [opened, setOpened] = useState<UserRecord | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  if (user.hasSecondFactor === null) return null
  const verdict = decideUserAction('removeSecondFactor', { userId, role }, user)
  const close = () => {
    setOpened(null)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <section className="q-stack-tight" aria-label="Authenticator app">
      <h3 className="q-h3">Authenticator app</h3>
      <div className="q-row q-wrap">
        <span className="q-grow q-secondary">
          {user.hasSecondFactor ? 'Set up. Every sign-in asks for its code.' : 'Not set up.'}
        </span>
        <PermissionButton
          ref={button}
          size="sm"
          icon={IconShieldOff}
          disabledReason={verdict.ok ? undefined : userActionText('removeSecondFactor', verdict.reason)}
          onClick={() => setOpened(user)}
        >
          Take away…
        </PermissionButton>
      </div>
      {opened && <RemoveSecondFactorDialog opened={opened} onClose={close} />}
    </section>
  )
}
