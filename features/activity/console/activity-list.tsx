import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { Notice } from '@quaff/platform/console/display/notice'
import type { ActivityItem, ActivityNotice } from '../contract'
import { activityNotices } from '../contract'
import { ActivityRow } from './activity-row'
import { groupByDay } from './group-by-day'
import classes from './activity.module.css'

const noticeTexts = {
  setup: 'Activity could not be read. New entries appear here once the activity store answers.',
  permissions: 'The activity store refused to be read. Ask whoever runs the server to check its database rights.',
  subscriptions: 'Subscription activity could not be read, so it is missing below.',
} as const satisfies Record<ActivityNotice, string>

type ActivityListProps = { items: readonly ActivityItem[]; notices: readonly ActivityNotice[]; filtered: boolean }

export function ActivityList({ items, notices, filtered }: ActivityListProps) {
  const timeZone = useTimeZone()
  const now = useNow()
  return (
    <>
      {notices.length > 0 && (
        <div className={classes.notices}>
          {notices.map((notice) => (
            <Notice key={notice} tone="warn" title={activityNotices[notice]}>
              {noticeTexts[notice]}
            </Notice>
          ))}
        </div>
      )}
      {items.length === 0 && (
        <div className={classes.empty}>
          <b className="q-strong">No recent activity</b>
          <span className="q-secondary">
            {filtered
              ? 'Nothing of this type in the last 7 days.'
              : 'Applications, approvals and subscriptions of the last 7 days appear here.'}
          </span>
        </div>
      )}
      {groupByDay(items, timeZone, now).map((day) => (
        <div key={day.key} role="group" aria-label={day.title}>
          <h3 className={classes.day}>{day.title}</h3>
          <ul className={classes.feed}>
            {day.items.map((item) => (
              <ActivityRow key={item.id} item={item} timeZone={timeZone} />
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}
