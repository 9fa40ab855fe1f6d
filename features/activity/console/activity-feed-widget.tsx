import { IconArrowUp } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Panel } from '@quaff/platform/console/display/panel'
import { ahead } from '@quaff/platform/console/query-client'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { type ActivityItem, activityLimits, type ActivityType } from '../contract'
import { ActivityList } from './activity-list'
import { activityQuery } from './activity-queries'
import { ActivitySkeletons } from './activity-skeletons'
import { ActivityTypeFilter, useActivity } from './activity-type-filter'
import classes from './activity.module.css'

const noItems: ActivityItem[] = []

export const feedAhead = (client: QueryClient) =>
  client.prefetchQuery({ ...activityQuery(activityLimits.items), ...ahead })

export function ActivityFeed() {
  const [type, setType] = useState<ActivityType>()
  const activity = useActivity(activityLimits.items, type)
  const { shown, newCount, showNew } = useHeldItems(activity.data?.items ?? noItems)
  return (
    <Panel
      title="Recent Activity"
      flush
      titleExtra={
        <span role="status">
          {newCount > 0 && (
            <button type="button" className={classes.pill} onClick={showNew}>
              <Glyph icon={IconArrowUp} size={12} stroke={2} />
              {newCount} new
            </button>
          )}
        </span>
      }
      actions={<ActivityTypeFilter value={type} onChange={setType} />}
      query={activity}
      skeleton={
        <div className={classes.waiting}>
          <ActivitySkeletons />
        </div>
      }
      what="recent activity"
      footer={
        <ButtonLink to="/dashboard?activity=all" variant="quiet" size="sm" fullWidth>
          View all activity
        </ButtonLink>
      }
    >
      <ActivityList items={shown} notices={activity.data?.notices ?? []} filtered={type !== undefined} />
    </Panel>
  )
}

/** Keeps the shown items in place. Newer items are counted and shown on request. */
function useHeldItems(latest: readonly ActivityItem[]) {
  const [held, setHeld] = useState(latest)
  const heldIds = new Set(held.map((item) => item.id))
  const newCount = held.length === 0 ? 0 : latest.filter((item) => !heldIds.has(item.id)).length
  const shown = newCount === 0 ? latest : held
  if (newCount === 0 && held !== latest) setHeld(latest)
  return { shown, newCount, showNew: () => setHeld(latest) }
}
