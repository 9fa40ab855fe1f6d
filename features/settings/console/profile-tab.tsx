import { IconBuildingBank, IconPalette, IconPencil } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { roleTitle } from '@quaff/features/accounts/rules'
import { usePreviewReason, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { LinkCard } from '@quaff/platform/console/display/link-card'
import { Panel } from '@quaff/platform/console/display/panel'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import type { SettingsParts } from './settings-parts-widget'

export function ProfileTab({ EditProfile }: Pick<SettingsParts, 'EditProfile'>) {
  const user = useSessionUser()
  const previewReason = usePreviewReason()
  const button = useRef<HTMLButtonElement>(null)
  const [editing, setEditing] = useState(false)
  const close = () => {
    setEditing(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  const name = user.displayName || user.email
  return (
    <>
      <Panel
        title="Profile"
        actions={
          <PermissionButton
            ref={button}
            size="sm"
            icon={IconPencil}
            disabledReason={previewReason}
            onClick={() => setEditing(true)}
          >
            Edit profile
          </PermissionButton>
        }
      >
        <div className="q-stack">
          <div className="q-row">
            <InitialsMark name={name} imageUrl={user.photoURL} round size="lg" />
            <b className="q-h2">{name}</b>
          </div>
          <KeyValue
            items={[
              { label: 'Display name', value: user.displayName },
              { label: 'Email', value: user.email },
              { label: 'Phone number', value: user.phoneNumber },
              { label: 'Role', value: roleTitle(user.role) },
              { label: 'Password', value: user.hasPassword ? 'Set' : 'None. You sign in with an email link' },
            ]}
          />
        </div>
      </Panel>
      <MerchantSettings />
      {editing && <EditProfile onClose={close} />}
    </>
  )
}

/** Of the merchant that is chosen; the pages ask for one when none is. */
function MerchantSettings() {
  return (
    <nav className="q-grid-2" aria-label="Merchant settings">
      <LinkCard icon={IconBuildingBank} title="Billing" text="Bank details and payouts" to="/settings/billing" />
      <LinkCard icon={IconPalette} title="Branding" text="Logo and mark" to="/settings/branding" />
    </nav>
  )
}
