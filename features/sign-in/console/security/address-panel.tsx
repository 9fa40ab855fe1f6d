import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import {
  sessionsApi,
  usePreviewReason,
  useSession,
  useSessionUser,
} from '@quaff/features/sessions/console/session-widget'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Panel } from '@quaff/platform/console/display/panel'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { notifySuccess } from '@quaff/platform/console/frame/notify'

const ChangeEmailDialog = lazy(() =>
  import('./change-email-dialog').then((module) => ({ default: module.ChangeEmailDialog })),
)

export function AddressPanel() {
  const { email, hasPassword } = useSessionUser()
  const { refresh } = useSession()
  const previewReason = usePreviewReason()
  const queryClient = useQueryClient()
  const [changing, setChanging] = useState(false)
  return (
    <Panel
      title="Signing in"
      actions={
        <PermissionButton size="sm" disabledReason={previewReason} onClick={() => setChanging(true)}>
          Change email
        </PermissionButton>
      }
    >
      <KeyValue
        items={[
          { label: 'Email', value: email },
          {
            label: 'Password',
            value: hasPassword ? 'Set. Change it with “Edit profile”.' : 'None. You sign in with a mailed link.',
          },
        ]}
      />
      <Suspense fallback={null}>
        {changing && (
          <ChangeEmailDialog
            email={email}
            onClose={() => setChanging(false)}
            onChanged={(changed) => {
              setChanging(false)
              notifySuccess('Email changed', `You sign in with ${changed} from now on. Your other sessions have ended.`)
              void refresh()
              void queryClient.invalidateQueries({ queryKey: sessionsApi.list.key() })
            }}
          />
        )}
      </Suspense>
    </Panel>
  )
}
