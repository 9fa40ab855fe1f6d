import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  sessionsApi,
  usePreviewReason,
  useSession,
  useSessionUser,
} from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Panel } from '@quaff/platform/console/display/panel'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { notifySuccess } from '@quaff/platform/console/frame/notify'

const ChangeEmailDialog = deferred(async () => (await import('./change-email-dialog')).ChangeEmailDialog)

export function AddressPanel() {
  const { email, hasPassword } = useSessionUser()
  const { refresh } = useSession()
  const previewReason = usePreviewReason()
  const queryClient = useQueryClient()
  const [changing, setChanging] = useState(false)
  return (
    <Panel
      title="Sign-in"
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
            value: hasPassword ? 'Set. Change it in “Edit profile”.' : 'None. You sign in by email link.',
          },
        ]}
      />
      {changing && (
        <ChangeEmailDialog
          email={email}
          onClose={() => setChanging(false)}
          onChanged={(changed) => {
            setChanging(false)
            notifySuccess('Email changed', `Sign in with ${changed} from now on. You’re signed out elsewhere.`)
            void refresh()
            void queryClient.invalidateQueries({ queryKey: sessionsApi.list.key() })
          }}
        />
      )}
    </Panel>
  )
}
