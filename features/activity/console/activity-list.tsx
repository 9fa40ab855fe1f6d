import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { DateText, RelativeTime } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { Notice } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { type ActivityItem, type ActivityNotice, activityNotices } from '../contract'
import { activityHref, activityKind } from './activity-kinds'
import { groupByDay } from './group-by-day'
import classes from './activity.module.css'

const noticeMessages = {
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
              {noticeMessages[notice]}
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

function ActivityRow({ item, timeZone }: { item: ActivityItem; timeZone: string }) {
  const kind = activityKind(item.type)
  const href = activityHref(item)
  const content = (
    <>
      <InitialsMark name={kind.label} icon={kind.icon} tone={kind.tone} round />
      <span className={classes.words}>
        <b className="q-strong">{item.title}</b>
        {item.description && <span className={`q-caption ${classes.text}`}>{item.description}</span>}
      </span>
      <span className="q-caption q-nowrap">
        {item.type === 'redemption_surge' ? (
          <>
            As of <DateText value={item.timestamp} style="time" timeZone={timeZone} />
          </>
        ) : (
          <RelativeTime value={item.timestamp} timeZone={timeZone} />
        )}
      </span>
    </>
  )
  return (
    <li data-type={item.type}>
      {href ? (
        <AppLink to={href} className={classes.row}>
          {content}
        </AppLink>
      ) : (
        <div className={classes.row}>{content}</div>
      )}
    </li>
  )
}
