import { Skeleton } from '@quaff/platform/console/display/panel'
import classes from './activity.module.css'

/** Spec §2: five rows. */
const rows = [168, 192, 144, 176, 152] as const

export function ActivitySkeletons() {
  return (
    <div className={classes.feed} role="status">
      <span className="q-hidden">Loading…</span>
      {rows.map((width) => (
        <div key={width} className={classes.row} data-testid="activity-skeleton">
          <Skeleton width={32} height={32} shape="circle" />
          <span className="q-stack-tight">
            <Skeleton width={width} />
            <Skeleton width={width + 48} height={10} />
          </span>
          <Skeleton width={48} height={10} />
        </div>
      ))}
    </div>
  )
}
