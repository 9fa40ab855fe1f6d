import { IconHistory } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLiveEvents } from '@quaff/features/sessions/console/live-widget'
import { useSessionUser, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { joinNotes, zoneNote } from '@quaff/platform/console/display/measured/measured-words'
import { Panel } from '@quaff/platform/console/display/panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { activityLimits } from '../contract'
import { userActivityLimits } from '../user-activity/contract'
import { activityApi } from './activity-queries'
import { ActivitySkeletons } from './activity-skeletons'
import { groupByDay } from './group-by-day'
import { UserActivityRow } from './user-activity-row'
import classes from './activity.module.css'

const { days, entries } = userActivityLimits

/** What a person did and what was done to the account, newest first, by day. */
export function UserActivityList({ userId, title = 'Activity' }: { userId: string; title?: string }) {
  const timeZone = useTimeZone()
  const now = useNow()
  const query = useUserActivity(userId)
  const shown = query.data ?? []
  return (
    <Panel
      title={title}
      titleExtra={<span className="q-caption">Last {days} days</span>}
      flush
      query={query}
      skeleton={<ActivitySkeletons />}
      what="activity"
      footer={
        shown.length > 0 && (
          <span className="q-caption">
            {joinNotes(shown.length === entries && `Latest ${entries}`, zoneNote(timeZone))}
          </span>
        )
      }
    >
      {shown.length === 0 && (
        <EmptyState
          icon={IconHistory}
          title="No recent activity"
          text={`Sign-ins, account changes and exports from the last ${days} days appear here.`}
        />
      )}
      {groupByDay(shown, timeZone, now).map((day) => (
        <div key={day.key} role="group" aria-label={day.title}>
          <h3 className={classes.day}>{day.title}</h3>
          <ul className={classes.feed}>
            {day.items.map((entry) => (
              <UserActivityRow key={entry.id} entry={entry} timeZone={timeZone} />
            ))}
          </ul>
        </div>
      ))}
    </Panel>
  )
}

/** Under the sessions of the security tab: what somebody else did with my account would stand here. */
export function MyRecentActivity() {
  return <UserActivityList userId={useSessionUser().uid} title="My recent activity" />
}

function useUserActivity(userId: string) {
  const client = useQueryClient()
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvents(['user'], (event) => {
    if (event.subjectId !== userId) return
    clearTimeout(pending.current)
    pending.current = setTimeout(() => {
      void client.invalidateQueries({ queryKey: activityApi.ofUser.key() })
    }, activityLimits.refreshAfterEventMs)
  })
  useEffect(() => () => clearTimeout(pending.current), [])
  return useQuery(activityApi.ofUser.queryOptions({ input: { userId } }))
}
