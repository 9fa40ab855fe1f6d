import { IconAlertTriangle, IconFingerprint } from '@tabler/icons-react'
import { ActionMenu } from '@quaff/platform/console/controls/action-menu'
import { DateText, RelativeTime } from '@quaff/platform/console/display/date-time'
import { StatusPill } from '@quaff/platform/console/display/status-pill'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import type { Passkey } from '../contract'
import classes from '../../console/session-list.module.css'

interface PasskeyListProps {
  passkeys: readonly Passkey[]
  /** Why none of them can be changed now. */
  lockedReason?: string
  onRename: (passkey: Passkey) => void
  onRemove: (passkey: Passkey) => void
}

export function PasskeyList({ passkeys, lockedReason, onRename, onRemove }: PasskeyListProps) {
  return (
    <ul className={classes.list} aria-label="Passkeys">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className={classes.session}>
          <Glyph icon={IconFingerprint} />
          <div className={classes.words}>
            <b>{passkey.name}</b>
            <span className="q-caption">
              {passkey.stoppedAt ? 'Blocked: this passkey may have been copied. Remove it.' : <Facts {...passkey} />}
            </span>
          </div>
          {passkey.stoppedAt && (
            <StatusPill tone="danger" icon={IconAlertTriangle}>
              Stopped
            </StatusPill>
          )}
          <ActionMenu
            label={`More actions for ${passkey.name}`}
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

function Facts({ createdAt, lastUsedAt, isSynced }: Passkey) {
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
