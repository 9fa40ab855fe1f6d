import {
  IconAlertCircle,
  IconBuildingStore,
  IconDownload,
  IconHistory,
  IconKey,
  IconLogin,
  IconLogout,
  IconMail,
  IconShield,
  IconUser,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLiveEvents, useSessionUser, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { describeDevice } from '@quaff/features/sessions/rules'
import { useNow } from '@quaff/platform/console/clock'
import { RelativeTime } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { joinNotes, zoneNote } from '@quaff/platform/console/display/measured-labels'
import { Panel, type Tone } from '@quaff/platform/console/display/panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import { activityLimits } from '../contract'
import {
  type UserActivityAction,
  userActivityActions,
  type UserActivityEntry,
  userActivityLimits,
} from '../user-activity-contract'
import { describeUserActivity } from '../user-activity-rules'
import { activityApi } from './activity-queries'
import { ActivitySkeletons } from './activity-skeletons'
import { groupByDay } from './group-by-day'
import classes from './activity.module.css'

const { days, entries } = userActivityLimits

export function UserActivityList({ userId, title = 'Activity' }: { userId: string; title?: string }) {
  const timeZone = useTimeZone()
  const now = useNow()
  const query = useUserActivity(userId)
  const shown = query.data ?? []
  const note = joinNotes(shown.length === entries && `Latest ${entries}`, zoneNote(timeZone))
  return (
    <Panel
      title={title}
      titleExtra={<span className="q-caption">Last {days} days</span>}
      flush
      query={query}
      skeleton={<ActivitySkeletons />}
      what="activity"
      footer={shown.length > 0 && note && <span className="q-caption">{note}</span>}
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

function UserActivityRow({ entry, timeZone }: { entry: UserActivityEntry; timeZone: string }) {
  const { icon, tone } = userActivityMeta(entry.action)
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

type StatusMeta = { icon: IconLike; tone: Tone }

const statusMeta = {
  sign_in: { icon: IconLogin, tone: 'neutral' },
  sign_out: { icon: IconLogout, tone: 'neutral' },
  sessions_ended: { icon: IconLogout, tone: 'neutral' },
  reauthenticated: { icon: IconLogin, tone: 'neutral' },
  account_registered: { icon: IconUser, tone: 'info' },
  account_activated: { icon: IconUserCheck, tone: 'ok' },
  password_set: { icon: IconKey, tone: 'info' },
  password_changed: { icon: IconKey, tone: 'info' },
  password_reset_requested: { icon: IconMail, tone: 'info' },
  password_reset: { icon: IconKey, tone: 'info' },
  email_changed: { icon: IconMail, tone: 'info' },
  profile_updated: { icon: IconUser, tone: 'info' },
  second_factor_enabled: { icon: IconShield, tone: 'ok' },
  second_factor_removed: { icon: IconShield, tone: 'info' },
  recovery_codes_renewed: { icon: IconShield, tone: 'info' },
  passkey_added: { icon: IconKey, tone: 'ok' },
  passkey_removed: { icon: IconKey, tone: 'info' },
  passkey_stopped: { icon: IconKey, tone: 'danger' },
  single_sign_on_linked: { icon: IconKey, tone: 'info' },
  single_sign_on_unlinked: { icon: IconKey, tone: 'info' },
  invited: { icon: IconMail, tone: 'info' },
  invitation_resent: { icon: IconMail, tone: 'info' },
  moved_in_mailed: { icon: IconMail, tone: 'info' },
  registration_approved: { icon: IconUserCheck, tone: 'ok' },
  registration_rejected: { icon: IconUserOff, tone: 'danger' },
  role_changed: { icon: IconShield, tone: 'info' },
  merchants_changed: { icon: IconBuildingStore, tone: 'info' },
  suspended: { icon: IconUserOff, tone: 'danger' },
  reactivated: { icon: IconUserCheck, tone: 'ok' },
  export: { icon: IconDownload, tone: 'neutral' },
} as const satisfies Record<UserActivityAction, StatusMeta>

/** Imported data may contain other actions (spec §8). */
const unknownMeta: StatusMeta = { icon: IconAlertCircle, tone: 'neutral' }

export function userActivityMeta(action: string): StatusMeta {
  const known = userActivityActions.find((candidate) => candidate === action)
  return known ? statusMeta[known] : unknownMeta
}
