import { IconEraser } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { decideUserAction, userActionText } from '@quaff/features/users/access/rules'
import type { UserRecord } from '@quaff/features/users/contract'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'

const ErasePersonDialog = deferred(async () => (await import('./erase-person-dialog')).ErasePersonDialog)

export function ErasePersonButton({ person }: { person: UserRecord }) {
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
