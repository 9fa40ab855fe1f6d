import { useState } from 'react'
import { Panel } from '@quaff/platform/console/display/panel'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import { activityLimits, type ActivityType } from '../contract'
import { ActivityList } from './activity-list'
import { ActivitySkeletons } from './activity-skeletons'
import { ActivityTypeFilter, useActivity } from './activity-type-filter'
import classes from './activity.module.css'

export function ActivitySheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [type, setType] = useState<ActivityType>()
  const activity = useActivity(activityLimits.allItems, type, opened)
  return (
    <RecordSheet
      opened={opened}
      onClose={onClose}
      title="All activity"
      header={
        <div className="q-row q-wrap">
          <span className="q-grow">
            <b className="q-h2" aria-hidden>
              All activity
            </b>
            <span
              className={`q-caption ${classes.text}`}
            >{`Last ${activityLimits.windowDays} days, at most ${activityLimits.allItems} entries`}</span>
          </span>
          <ActivityTypeFilter value={type} onChange={setType} />
        </div>
      }
    >
      <Panel flush query={activity} skeleton={<ActivitySkeletons />} what="activity">
        <ActivityList
          items={activity.data?.items ?? []}
          notices={activity.data?.notices ?? []}
          filtered={type !== undefined}
        />
      </Panel>
    </RecordSheet>
  )
}
