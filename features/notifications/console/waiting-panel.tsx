import { IconBellCheck } from '@tabler/icons-react'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { EmptyState, ErrorState, StaleNote } from '@quaff/platform/console/list/list-states'
import type { WaitingItem } from '../contract'
import { WaitingList } from './waiting-list'
import classes from './bell.module.css'

interface WaitingPanelProps {
  /** Absent until the first answer. */
  items: readonly WaitingItem[] | undefined
  /** Of the last answer. */
  state: 'loaded' | 'failed'
  retrying: boolean
  onRetry: () => void
  /** A link was followed. */
  onLeave: () => void
}

export function WaitingPanel({ items, state, retrying, onRetry, onLeave }: WaitingPanelProps) {
  const failed = state === 'failed' && !retrying
  if (!items) {
    if (failed) return <ErrorState what="notifications" onRetry={onRetry} />
    return (
      <div className={classes.loading}>
        <SkeletonText lines={4} />
      </div>
    )
  }
  const [urgent, others] = [items.filter((one) => one.urgent), items.filter((one) => !one.urgent)]
  return (
    <div className={classes.groups}>
      {failed && <StaleNote onRetry={onRetry}>This may be out of date.</StaleNote>}
      {items.length === 0 && <EmptyState icon={IconBellCheck} title="You’re all caught up." />}
      {urgent.length > 0 && <WaitingList title="Urgent" items={urgent} onLeave={onLeave} />}
      {others.length > 0 && (
        <WaitingList title={urgent.length > 0 ? 'Other' : 'Waiting for you'} items={others} onLeave={onLeave} />
      )}
    </div>
  )
}
