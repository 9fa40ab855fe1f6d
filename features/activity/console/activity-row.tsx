import { DateText, RelativeTime } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { ActivityItem } from '../contract'
import { activityHref, activityKind } from './activity-kinds'
import classes from './activity.module.css'

export function ActivityRow({ item, timeZone }: { item: ActivityItem; timeZone: string }) {
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
