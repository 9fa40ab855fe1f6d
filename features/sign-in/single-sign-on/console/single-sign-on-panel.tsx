import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePreviewReason } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { DateText } from '@quaff/platform/console/display/date-time'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Panel } from '@quaff/platform/console/display/panel'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { StatusPill } from '@quaff/platform/console/display/status-pill'
import { signInApi } from '../../console/sign-in-queries'

const UnlinkDialog = deferred(async () => (await import('./unlink-dialog')).UnlinkDialog)

/** Nothing where no provider is set up. */
export function SingleSignOnPanel() {
  const query = useQuery(signInApi.singleSignOn.queryOptions())
  const previewReason = usePreviewReason()
  const [unlinking, setUnlinking] = useState(false)
  if (!query.data) return null
  const { name, link } = query.data
  return (
    <Panel
      title="Single sign-on"
      titleExtra={
        <StatusPill tone={link ? 'ok' : 'neutral'} icon={link ? IconCircleCheck : IconCircleDashed}>
          {link ? 'Linked' : 'Not linked'}
        </StatusPill>
      }
      actions={
        link && (
          <PermissionButton size="sm" disabledReason={previewReason} onClick={() => setUnlinking(true)}>
            Unlink
          </PermissionButton>
        )
      }
    >
      {link ? (
        <KeyValue
          items={[
            { label: 'Linked with', value: name },
            { label: 'Since', value: <DateText value={link.linkedAt} /> },
            { label: 'Last used', value: <DateText value={link.lastUsedAt} style="datetime" /> },
          ]}
        />
      ) : (
        <p className="q-secondary">To link your account, sign in with “Continue with {name}” on the sign-in page.</p>
      )}
      {unlinking && <UnlinkDialog name={name} onClose={() => setUnlinking(false)} />}
    </Panel>
  )
}
