import { useConnection } from '@quaff/features/sessions/console/live-widget'
import { LiveBadge } from '@quaff/platform/console/display/live-badge'

/** Whether new redemptions arrive by themselves. */
export function LiveState() {
  const connection = useConnection()
  return connection === 'down' ? (
    <LiveBadge state="stale" label="Reconnecting" />
  ) : (
    <LiveBadge state="live" label="Live" />
  )
}
