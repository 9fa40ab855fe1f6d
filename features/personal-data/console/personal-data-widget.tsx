import { IconDownload, IconEraser } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useSessionUser, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { ConfirmIdentityDialog, useRecentSignIn } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { decideUserAction, userActionText } from '@quaff/features/users/access-rules'
import type { UserRecord } from '@quaff/features/users/contract'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { DateText } from '@quaff/platform/console/display/formats'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { downloadFile } from '@quaff/platform/console/rpc'

export function PersonalData({ person }: { person: UserRecord }) {
  const timeZone = useTimeZone()
  return (
    <section className="q-stack-tight" aria-label="Personal data">
      <h3 className="q-h3">Personal data</h3>
      {person.erasedAt === null ? (
        <p className="q-secondary">
          Export everything we store about this user, or erase their identity and keep the metrics.
        </p>
      ) : (
        <p className="q-secondary">
          Erased on <DateText value={person.erasedAt} timeZone={timeZone} />. No one can sign in with this account.
          Subscriptions and redemptions are kept without a name.
        </p>
      )}
      <div className="q-row q-wrap">
        <ExportPersonButton person={person} />
        <ErasePersonButton person={person} />
      </div>
    </section>
  )
}

function ExportPersonButton({ person }: { person: UserRecord }) {
  const { uid: userId, role } = useSessionUser()
  const verdict = decideUserAction('exportPerson', { userId, role }, person)
  const gate = useRecentSignIn(
    async () => {
      const body = { userId: person.id }
      await downloadFile({ path: '/api/files/person-export', body })
    },
    (error) => notifyError('Couldn’t export the data', error instanceof Error ? error.message : undefined),
  )
  return (
    <>
      <PermissionButton
        size="sm"
        icon={IconDownload}
        loading={gate.busy}
        disabledReason={verdict.ok ? undefined : userActionText('exportPerson', verdict.reason)}
        onClick={() => void gate.attempt()}
      >
        Export data
      </PermissionButton>
      {gate.asking && <ConfirmIdentityDialog gate={gate} action="Confirm and export" onClose={gate.back} />}
    </>
  )
}

const ErasePersonDialog = deferred(async () => (await import('./erase-person-dialog')).ErasePersonDialog)

function ErasePersonButton({ person }: { person: UserRecord }) {
  const { uid: userId, role } = useSessionUser()
  const [opened, setOpened] = useState<UserRecord | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpened(null)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <>
      <PermissionButton
        ref={button}
        size="sm"
        icon={IconEraser}
        disabledReason={whyNot({ userId, role }, person)}
        onClick={() => setOpened(person)}
      >
        Erase…
      </PermissionButton>
      {opened && <ErasePersonDialog opened={opened} onClose={close} />}
    </>
  )
}

function whyNot(actor: { userId: string; role: string }, person: UserRecord): string | undefined {
  const verdict = decideUserAction('erase', actor, person)
  const owned = person.ownedMerchants.map(({ name }) => name)
  return verdict.ok ? undefined : userActionText('erase', verdict.reason, owned)
}
