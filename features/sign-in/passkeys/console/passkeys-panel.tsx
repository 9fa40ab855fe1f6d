import { IconAlertTriangle, IconFingerprint } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePreviewReason } from '@quaff/features/sessions/console/session-widget'
import { ActionMenu } from '@quaff/platform/console/controls/action-menu'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { DateText, RelativeTime } from '@quaff/platform/console/display/formats'
import { Panel, StatusPill } from '@quaff/platform/console/display/panel'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { isolated } from '@quaff/platform/shared/readable-text'
import { signInApi } from '../../console/sign-in-queries'
import { type Passkey, passkeyLimits } from '../contract'
import { passkeyRefusals } from '../refusals'
import { mayAddPasskey } from '../rules'
import { supportsPasskeys } from './browser-passkeys'
import classes from '../../console/sign-in.module.css'

const AddPasskeyDialog = deferred(async () => (await import('./add-passkey-dialog')).AddPasskeyDialog)
const RenamePasskeyDialog = deferred(async () => (await import('./rename-passkey-dialog')).RenamePasskeyDialog)
const RemovePasskeyDialog = deferred(async () => (await import('./remove-passkey-dialog')).RemovePasskeyDialog)

type Task = { name: 'add' } | { name: 'rename' | 'remove'; passkey: Passkey }

export function PasskeysPanel() {
  const queryClient = useQueryClient()
  const query = useQuery(signInApi.passkeys.queryOptions())
  const [task, setTask] = useState<Task | null>(null)
  const previewReason = usePreviewReason()
  const close = () => setTask(null)
  const reload = () => void queryClient.invalidateQueries({ queryKey: signInApi.passkeys.key() })
  const passkeys = query.data ?? []
  const verdict = mayAddPasskey(passkeys.length)
  const addButton = (size?: 'sm') => (
    <PermissionButton
      size={size}
      disabledReason={
        previewReason ??
        (supportsPasskeys() ? undefined : passkeyRefusals.PASSKEYS_OFF.text) ??
        (verdict.ok ? undefined : passkeyRefusals[verdict.reason].text)
      }
      onClick={() => setTask({ name: 'add' })}
    >
      Add passkey
    </PermissionButton>
  )
  return (
    <>
      <Panel
        title="Passkeys"
        titleExtra={
          passkeys.length > 0 && (
            <span className="q-caption">
              {passkeys.length} of {passkeyLimits.perAccount}
            </span>
          )
        }
        actions={passkeys.length > 0 && addButton('sm')}
        flush={passkeys.length > 0}
        query={query}
        what="your passkeys"
      >
        {passkeys.length > 0 ? (
          <PasskeyList
            passkeys={passkeys}
            lockedReason={previewReason}
            onRename={(passkey) => setTask({ name: 'rename', passkey })}
            onRemove={(passkey) => setTask({ name: 'remove', passkey })}
          />
        ) : (
          <div className="q-stack">
            <p className="q-secondary">
              Sign in with your fingerprint, face or device PIN. Passkeys can’t be guessed, reused or phished.
            </p>
            <div className="q-row">{addButton()}</div>
          </div>
        )}
      </Panel>
      {/* Outside the panel, which renders differently with its first entry. */}
      {task?.name === 'add' && <AddPasskeyDialog onClose={close} onAdded={reload} />}
      {task?.name === 'rename' && <RenamePasskeyDialog passkey={task.passkey} onClose={close} onRenamed={reload} />}
      {task?.name === 'remove' && <RemovePasskeyDialog passkey={task.passkey} onClose={close} onRemoved={reload} />}
    </>
  )
}

interface PasskeyListProps {
  passkeys: readonly Passkey[]
  /** Explains why no passkey can be changed now. */
  lockedReason?: string
  onRename: (passkey: Passkey) => void
  onRemove: (passkey: Passkey) => void
}

function PasskeyList({ passkeys, lockedReason, onRename, onRemove }: PasskeyListProps) {
  return (
    <ul aria-label="Passkeys">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className={classes.session}>
          <Glyph icon={IconFingerprint} />
          <div className={classes.words}>
            <b>{passkey.name}</b>
            <span className="q-caption">
              {passkey.stoppedAt ? 'Blocked: this passkey may have been copied. Remove it.' : <Details {...passkey} />}
            </span>
          </div>
          {passkey.stoppedAt && (
            <StatusPill tone="danger" icon={IconAlertTriangle}>
              Stopped
            </StatusPill>
          )}
          <ActionMenu
            label={`More actions for ${isolated(passkey.name)}`}
            items={[
              { id: 'rename', label: 'Rename', onSelect: () => onRename(passkey), disabledReason: lockedReason },
              {
                id: 'remove',
                label: 'Remove',
                danger: true,
                onSelect: () => onRemove(passkey),
                disabledReason: lockedReason,
              },
            ]}
          />
        </li>
      ))}
    </ul>
  )
}

function Details({ createdAt, lastUsedAt, isSynced }: Passkey) {
  return (
    <>
      Added <DateText value={createdAt} />
      {' · '}
      {lastUsedAt ? (
        <>
          Last used: <RelativeTime value={lastUsedAt} />
        </>
      ) : (
        'Not used yet'
      )}
      {' · '}
      {isSynced ? 'On all your devices' : 'On one device'}
    </>
  )
}
