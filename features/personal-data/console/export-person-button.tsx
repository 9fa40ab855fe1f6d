import { IconDownload } from '@tabler/icons-react'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import {
  ConfirmIdentityDialog,
  useRecentSignIn,
} from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import { decideUserAction, userActionText } from '@quaff/features/users/access/rules'
import type { UserRecord } from '@quaff/features/users/contract'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { downloadFile } from '@quaff/platform/console/rpc'

export function ExportPersonButton({ person }: { person: UserRecord }) {
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
