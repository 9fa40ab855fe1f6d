import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCan, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { notificationPermissions } from '../permissions'
import { notificationsApi } from './notifications-queries'
import classes from './mail-preferences.module.css'

/** Draws nothing for whoever may not have the mail. */
export function MailPreferences() {
  const { allowed } = useCan(notificationPermissions, 'notification.dailyMail')
  return allowed ? <DailyMailPanel /> : null
}

/** Kept with the account, unlike the preferences of the browser. */
function DailyMailPanel() {
  const queryClient = useQueryClient()
  const timeZone = useTimeZone()
  const { data, isPending, isError, refetch } = useQuery(notificationsApi.preferences.queryOptions({ input: {} }))
  const update = useMutation(
    notificationsApi.updatePreferences.mutationOptions({
      onSuccess: (saved) => queryClient.setQueryData(notificationsApi.preferences.queryKey({ input: {} }), saved),
    }),
  )
  const dailyMail = update.isPending ? update.variables.dailyMail : data?.dailyMail
  return (
    <Panel
      title="Mail"
      titleExtra={<span className="q-caption">Kept with your account</span>}
      loading={isPending}
      error={isError ? 'What you are mailed could not be loaded.' : undefined}
      onRetry={() => void refetch()}
    >
      <div className="q-stack">
        {update.isError && (
          <Notice tone="danger" title="The change was not saved" announce>
            Check your connection and try again.
          </Notice>
        )}
        <div className={classes.choice}>
          <span className={classes.words}>
            <b className="q-strong">Daily summary by mail</b>
            <span className="q-caption">Each morning ({timeZone}), when something waits for you</span>
          </span>
          <Switch
            aria-label="Daily summary by mail"
            label={dailyMail ? 'On' : 'Off'}
            checked={dailyMail ?? false}
            onChange={(event) => {
              if (!update.isPending) update.mutate({ dailyMail: event.currentTarget.checked })
            }}
          />
        </div>
      </div>
    </Panel>
  )
}
