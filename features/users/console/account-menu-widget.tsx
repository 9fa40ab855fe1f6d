import { IconDotsVertical, IconEye, IconLogout, IconSettings, IconUserEdit } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { roleLabel } from '@quaff/features/accounts/rules'
import { usePreviewStart } from '@quaff/features/sessions/console/preview-start-widget'
import {
  useMerchantSelection,
  usePreviewReason,
  useSession,
  useSessionUser,
} from '@quaff/features/sessions/console/session-widget'
import { ActionMenu } from '@quaff/platform/console/controls/action-menu'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { leaveForms } from '@quaff/platform/console/forms/changed-forms'
import type { Command } from '@quaff/platform/console/frame/command'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { useCommands } from '@quaff/platform/console/frame/shortcuts'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { readableEmail } from '@quaff/platform/shared/email-address'
import classes from './account-menu.module.css'

const EditProfileDialog = deferred(async () => (await import('./edit-profile-widget')).EditProfileDialog)

const signOutFailed = 'Failed to sign out'

export function AccountMenu() {
  const user = useSessionUser()
  const { signOut } = useSession()
  const navigate = useNavigate()
  const previewReason = usePreviewReason()
  const { mayPreview, startPreview } = usePreviewStart()
  const { current } = useMerchantSelection()
  const [editing, setEditing] = useState(false)
  const name = user.displayName || readableEmail(user.email)

  const leave = async () => {
    try {
      if (!(await signOut())) return
    } catch {
      notifyError(signOutFailed)
      return
    }
    // Leaving on purpose: the next sign-in starts at the dashboard, not at this page.
    await navigate({ to: '/auth/login', replace: true })
  }

  const commands: Command[] = [
    {
      id: 'account.profile',
      label: 'Edit profile',
      icon: IconUserEdit,
      keywords: 'my name account',
      disabledReason: previewReason,
      run: () => setEditing(true),
    },
    { id: 'account.settings', label: 'Settings', icon: IconSettings, run: () => void navigate({ to: '/settings' }) },
    ...(current && mayPreview(current.id)
      ? [
          {
            id: 'account.preview',
            label: 'Preview as viewer',
            icon: IconEye,
            keywords: current.name,
            run: () => startPreview(current.id),
          },
        ]
      : []),
    {
      id: 'account.leave',
      label: 'Sign out',
      icon: IconLogout,
      keywords: 'signout log out logout',
      run: () => leaveForms(() => void leave()),
    },
  ]
  // The pages of the palette have the settings already.
  useCommands(commands.filter(({ id }) => id !== 'account.settings').map((one) => ({ ...one, section: 'Everywhere' })))

  return (
    <>
      <ActionMenu
        label="Account"
        items={commands.map(({ id, label, icon, disabledReason, run }) => ({
          id,
          label,
          icon,
          disabledReason: disabledReason,
          separated: id === 'account.leave',
          onSelect: run,
        }))}
        target={
          <button type="button" className={classes.account} title={name}>
            <InitialsMark name={name} imageUrl={user.photoURL} round />
            <span className={`q-grow ${classes.words}`}>
              <span className={`q-truncate ${classes.name}`}>{name}</span>
              <span className={classes.role}>{roleLabel(user.role)}</span>
            </span>
            <Glyph icon={IconDotsVertical} className={`q-muted ${classes.dots}`} />
          </button>
        }
      />
      {editing && <EditProfileDialog onClose={() => setEditing(false)} />}
    </>
  )
}
