import { IconCircleCheck, IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import type { OwnSession } from '@quaff/features/sessions/contract'
import { DateText, RelativeTime } from '@quaff/platform/console/display/date-time'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { StatusPill } from '@quaff/platform/console/display/status-pill'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import classes from './session-list.module.css'

interface SessionListProps {
  sessions: readonly OwnSession[]
  endingId: string | null
  /** Why none of them can be ended now. */
  lockedReason?: string
  onEnd: (sessionId: string) => void
}

const isPhone = (device: string) => /iPhone|iPad|Android/.test(device)

export function SessionList({ sessions, endingId, lockedReason, onEnd }: SessionListProps) {
  return (
    <ul aria-label="Sessions">
      {sessions.map((session) => (
        <li key={session.id} className={classes.session}>
          <Glyph icon={isPhone(session.device) ? IconDeviceMobile : IconDeviceDesktop} />
          <div className={classes.words}>
            <b>{session.device}</b>
            <span className="q-caption">
              {session.network && `${session.network} · `}
              Signed in <DateText value={session.signedInAt} style="datetime" />
              {!session.isCurrent && (
                <>
                  {' · Last seen: '}
                  <RelativeTime value={session.lastSeenAt} />
                </>
              )}
            </span>
          </div>
          {session.isCurrent ? (
            <StatusPill tone="ok" icon={IconCircleCheck}>
              This device
            </StatusPill>
          ) : (
            <PermissionButton
              size="sm"
              disabledReason={lockedReason}
              loading={endingId === session.id}
              aria-label={`End session: ${session.device}`}
              onClick={() => onEnd(session.id)}
            >
              End
            </PermissionButton>
          )}
        </li>
      ))}
    </ul>
  )
}
