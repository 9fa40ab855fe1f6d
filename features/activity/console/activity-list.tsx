import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { Notice } from '@quaff/platform/console/display/notice'
import type { ActivityItem, ActivityNotice } from '../contract'
import { activityNotices } from '../contract'
import { ActivityRow } from './activity-row'
import { groupByDay } from './group-by-day'
import classes from './activity.module.css'

const noticeTexts = {
  setup: 'Couldn’t load activity. New entries appear here when the database is back.',
  permissions: 'Activity isn’t available. Ask your server administrator to check the database permissions.',
  subscriptions: 'Subscription activity is missing from this list.',
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
              ? 'Nothing of this type in the last 7 days'
              : 'Applications, approvals and subscriptions from the last 7 days appear here.'}
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
