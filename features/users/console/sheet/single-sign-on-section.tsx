import { IconUnlink } from '@tabler/icons-react'
import { useState } from 'react'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { decideUserAction, userActionText } from '../../access/rules'
import type { UserRecord } from '../../contract'

const UnlinkPersonDialog = deferred(async () => (await import('./unlink-person-dialog')).UnlinkPersonDialog)

/** For administrators, of people who are linked: nobody else has anything to undo. */
export function SingleSignOnSection({ user }: { user: UserRecord }) {
  const { uid: userId, role } = useSessionUser()
  const [opened, setOpened] = useState<UserRecord | null>(null)
  if (!user.hasSingleSignOn) return null
  const verdict = decideUserAction('unlinkSingleSignOn', { userId, role }, user)
  return (
    <section className="q-stack-tight" aria-label="Single sign-on">
      <h3 className="q-h3">Single sign-on</h3>
      <div className="q-row q-wrap">
        <span className="q-grow q-secondary">Linked with the identity provider.</span>
        <PermissionButton
          size="sm"
          icon={IconUnlink}
          disabledReason={verdict.ok ? undefined : userActionText('unlinkSingleSignOn', verdict.reason)}
          onClick={() => setOpened(user)}
        >
          Unlink…
        </PermissionButton>
      </div>
      {opened && <UnlinkPersonDialog opened={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}
