import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCan, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { inZone } from '@quaff/platform/console/display/measured-labels'
import { Panel } from '@quaff/platform/console/display/panel'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import type { NotificationPreferences } from '../contract'
import { notificationPermissions } from '../permissions'
import { notificationsApi } from './notifications-queries'
import classes from './mail-preferences.module.css'

/** Renders nothing for people who may not get the email. */
export function MailPreferences() {
  const { allowed } = useCan(notificationPermissions, 'notification.dailyMail')
  return allowed ? <DailyMailPanel /> : null
}

/** Stored with the account, unlike the browser's preferences. */
function DailyMailPanel() {
  const timeZone = useTimeZone()
  const { data, isPending, isError, refetch } = useQuery(notificationsApi.preferences.queryOptions({ input: {} }))
  const update = useWrite<NotificationPreferences, boolean>({
    call: (_known, dailyMail) => notificationsApi.updatePreferences.call({ dailyMail }),
    keys: [notificationsApi.preferences.key()],
    next: (dailyMail) => ({ dailyMail }),
    idOf: () => 'mine',
    failed: 'Couldn’t save the change',
  })
  return (
    <Panel
      title="Email"
      titleExtra={<span className="q-caption">Synced to your account</span>}
      loading={isPending}
      what={isError ? 'your email settings' : undefined}
      onRetry={() => void refetch()}
    >
      <div className="q-stack">
        <div className={classes.choice}>
          <span className={classes.words}>
            <b className="q-strong">Daily summary by email</b>
            <span className="q-caption">Each morning{inZone(timeZone)}, when something waits for you</span>
          </span>
          <Switch
            aria-label="Daily summary by email"
            label={data?.dailyMail ? 'On' : 'Off'}
            checked={data?.dailyMail ?? false}
            onChange={(event) => data && update.run(data, event.currentTarget.checked)}
          />
        </div>
      </div>
    </Panel>
  )
}
