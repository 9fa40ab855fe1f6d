import { IconCircleCheck, IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sessionsApi, usePreviewReason } from '@quaff/features/sessions/console/session-widget'
import { type OwnSession, sessionLimits } from '@quaff/features/sessions/contract'
import { Button, PermissionButton } from '@quaff/platform/console/controls/button'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { DateText, RelativeTime } from '@quaff/platform/console/display/formats'
import { Panel, StatusPill } from '@quaff/platform/console/display/panel'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import classes from './sign-in.module.css'

export function SessionsPanel() {
  const queryClient = useQueryClient()
  const query = useQuery(sessionsApi.list.queryOptions())
  const previewReason = usePreviewReason()
  const [asking, setAsking] = useState(false)
  const reload = () => queryClient.invalidateQueries({ queryKey: sessionsApi.list.key() })
  const end = useMutation(
    sessionsApi.end.mutationOptions({
      onSuccess: () => notifySuccess('Session ended'),
      onError: (error) => notifyError('Couldn’t end the session', errorText(error)),
      onSettled: reload,
    }),
  )
  const endOthers = useMutation(
    sessionsApi.endOthers.mutationOptions({
      onSuccess: ({ ended }) => notifySuccess(ended === 1 ? '1 session ended' : `${ended} sessions ended`),
      onError: (error) => notifyError('Couldn’t end the sessions', errorText(error)),
      onSettled: async () => {
        setAsking(false)
        await reload()
      },
    }),
  )
  const others = query.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0
  return (
    <Panel
      title="Active sessions"
      flush
      actions={
        others > 0 && (
          <PermissionButton size="sm" disabledReason={previewReason} onClick={() => setAsking(true)}>
            Sign out all others
          </PermissionButton>
        )
      }
      query={query}
      what="your sessions"
    >
      <SessionList
        sessions={query.data ?? []}
        endingId={end.isPending ? end.variables.sessionId : null}
        lockedReason={previewReason}
        onEnd={(sessionId) => end.mutate({ sessionId })}
      />
      <Dialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Sign out all others?"
        description="All other browsers and devices are signed out. This one stays signed in."
        footer={
          <DialogButtons
            onCancel={() => setAsking(false)}
            danger
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate({})}
          >
            Sign out all others
          </DialogButtons>
        }
      />
    </Panel>
  )
}

interface SessionListProps {
  sessions: readonly OwnSession[]
  endingId: string | null
  /** Explains why no session can be ended now. */
  lockedReason?: string
  onEnd: (sessionId: string) => void
}

const isPhone = (device: string) => /iPhone|iPad|Android/.test(device)

const atFirst = 10

function SessionList({ sessions, endingId, lockedReason, onEnd }: SessionListProps) {
  const [most, showMost] = useState(atFirst)
  const list = useRef<HTMLUListElement>(null)
  const listed = sessions.slice(0, most)
  const isFolded = listed.length < Math.min(sessions.length, sessionLimits.listed)
  return (
    <>
      <ul aria-label="Sessions" ref={list} tabIndex={-1}>
        {listed.map((session) => (
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
      {isFolded && (
        <div className={classes.session}>
          <Button
            size="sm"
            onClick={() => {
              list.current?.focus()
              showMost(sessionLimits.listed)
            }}
          >
            Show more
          </Button>
        </div>
      )}
      {!isFolded && sessions.length > sessionLimits.listed && (
        <p className={`q-caption ${classes.session}`}>
          Older sessions aren’t listed. “Sign out all others” ends them too.
        </p>
      )}
    </>
  )
}
