import { IconShieldOff, IconUnlink } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { decideUserAction, userActionText } from '../access/rules'
import type { UserRecord } from '../contract'
import type { SignInWay } from './take-away-dialog'

const TakeAwayDialog = deferred(async () => (await import('./take-away-dialog')).TakeAwayDialog)

/** For administrators: to others the server says of none whether it is there. A link is shown where there is one. */
export function SignInWaysSection({ user }: { user: UserRecord }) {
  const { hasSecondFactor, passkeys, hasSingleSignOn } = user
  return (
    <>
      {hasSecondFactor !== null && (
        <WaySection user={user} way="removeSecondFactor" title="Authenticator app">
          {hasSecondFactor ? 'Set up. Required at each sign-in.' : 'Not set up.'}
        </WaySection>
      )}
      {passkeys !== null && (
        <WaySection user={user} way="removePasskeys" title="Passkeys">
          {passkeys === 0
            ? 'None.'
            : `${passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`}. Each is enough to sign in.`}
        </WaySection>
      )}
      {hasSingleSignOn && (
        <WaySection user={user} way="unlinkSingleSignOn" title="Single sign-on">
          Linked with the identity provider.
        </WaySection>
      )}
    </>
  )
}

function WaySection({
  user,
  way,
  title,
  children,
}: {
  user: UserRecord
  way: SignInWay
  title: string
  children: string
}) {
  const { uid: userId, role } = useSessionUser()
  const [opened, setOpened] = useState<UserRecord | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isLink = way === 'unlinkSingleSignOn'
  const verdict = decideUserAction(way, { userId, role }, user)
  const close = () => {
    setOpened(null)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <section className="q-stack-tight" aria-label={title}>
      <h3 className="q-h3">{title}</h3>
      <div className="q-row q-wrap">
        <span className="q-grow q-secondary">{children}</span>
        <PermissionButton
          ref={button}
          size="sm"
          icon={isLink ? IconUnlink : IconShieldOff}
          disabledReason={verdict.ok ? undefined : userActionText(way, verdict.reason)}
          onClick={() => setOpened(user)}
        >
          {isLink ? 'Unlink…' : 'Remove…'}
        </PermissionButton>
      </div>
      {opened && <TakeAwayDialog way={way} opened={opened} onClose={close} />}
    </section>
  )
}
