import { IconRefresh } from '@tabler/icons-react'
import { Button, IconButton } from '@quaff/platform/console/controls/button'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { LiveBadge } from '@quaff/platform/console/display/live-badge'
import type { FiguresState } from './figures-state'

type FiguresBadgeProps = {
  state: FiguresState | undefined
  readAt: Date | undefined
  refreshing: boolean
  onRefresh: () => void
}

/** Says where the figures come from and how old they are; sample figures offer Retry. */
export function FiguresBadge({ state, readAt, refreshing, onRefresh }: FiguresBadgeProps) {
  return (
    <span className="q-row">
      <span role="status">{state && <LiveBadge state={state.badge} label={state.label} />}</span>
      {readAt && (
        <span className="q-caption q-not-phone">
          <RelativeTime value={readAt} />
        </span>
      )}
      {state?.source === 'sample' ? (
        <Button icon={IconRefresh} loading={refreshing} onClick={onRefresh}>
          Retry
        </Button>
      ) : (
        <IconButton icon={IconRefresh} label="Refresh" variant="default" loading={refreshing} onClick={onRefresh} />
      )}
    </span>
  )
}
