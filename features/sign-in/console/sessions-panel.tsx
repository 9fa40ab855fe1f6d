import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionsApi, usePreviewReason } from '@quaff/features/sessions/console/session-widget'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { Panel } from '@quaff/platform/console/display/panel'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import { SessionList } from './session-list'

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
            Sign out everywhere else
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
        title="Sign out everywhere else?"
        description="All other browsers and devices are signed out. This one stays signed in."
        footer={
          <DialogButtons
            onCancel={() => setAsking(false)}
            danger
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate({})}
          >
            Sign out everywhere else
          </DialogButtons>
        }
      />
    </Panel>
  )
}
