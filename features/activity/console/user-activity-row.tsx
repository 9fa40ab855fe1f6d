import { describeDevice } from '@quaff/features/sessions/rules'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import type { UserActivityEntry } from '../user-activity/contract'
import { describeUserActivity } from '../user-activity/rules'
import { userActivityLook } from './user-activity-kinds'
import classes from './activity.module.css'

export function UserActivityRow({ entry, timeZone }: { entry: UserActivityEntry; timeZone: string }) {
  const { icon, tone } = userActivityLook(entry.action)
  const sentence = describeUserActivity(entry)
  return (
    <li data-action={entry.action} className={classes.row}>
      <InitialsMark name={sentence} icon={icon} tone={tone} round />
      <span className={classes.words}>
        <b className="q-strong">{sentence}</b>
        {entry.userAgent && <span className={`q-caption ${classes.text}`}>{describeDevice(entry.userAgent)}</span>}
      </span>
      <span className="q-caption q-nowrap">
        <RelativeTime value={entry.timestamp} timeZone={timeZone} />
      </span>
    </li>
  )
}
