import { IconRefresh } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useConnection } from '@quaff/features/sessions/console/session-widget'
import { serverTime, useNow } from '@quaff/platform/console/clock'
import { Button, IconButton } from '@quaff/platform/console/controls/button'
import { RelativeTime } from '@quaff/platform/console/display/formats'
import { LiveBadge } from '@quaff/platform/console/display/live-badge'
import type { MetricSource } from '@quaff/platform/console/display/metric-tiles'
import { dashboardLimits, type FigureSource } from '../contract'

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

export type FiguresState = { source: MetricSource; label: string; badge: 'live' | 'stale' | 'error' }

type Details = {
  source: FigureSource
  /** True if one part could not be read and shows its sample values. */
  partlySample?: boolean
  readAt: Date
  now: Date
  lastReadFailed: boolean
  connectionDown: boolean
}

const MISSED_POLLS = 3

/** "Live Data" is only said of figures that are: neither sample nor old, with the live connection up (G24). */
export function figuresState({
  source,
  partlySample = false,
  readAt,
  now,
  lastReadFailed,
  connectionDown,
}: Details): FiguresState {
  if (source === 'sample') return { source: 'sample', label: 'Sample data', badge: 'error' }
  const ageMs = now.getTime() - readAt.getTime()
  const isOld = ageMs > MISSED_POLLS * dashboardLimits.metricsPollingMs
  if (!isOld && !lastReadFailed && !connectionDown) {
    if (partlySample) return { source: 'live', label: 'Partly sample data', badge: 'stale' }
    return { source: 'live', label: 'Live Data', badge: 'live' }
  }
  return { source: 'cached', label: `Cached ${ageLabel(ageMs)}`, badge: 'stale' }
}

function ageLabel(ageMs: number): string {
  const minutes = Math.floor(ageMs / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h`
}

export function useFiguresState(
  query: Pick<UseQueryResult<{ source?: FigureSource; measuredAt: Date }>, 'data' | 'dataUpdatedAt' | 'isError'>,
  partlySample = false,
): FiguresState | undefined {
  const now = useNow()
  const connection = useConnection()
  if (!query.data) return undefined
  return figuresState({
    source: query.data.source ?? 'live',
    partlySample,
    readAt: serverTime(query.dataUpdatedAt),
    now,
    lastReadFailed: query.isError,
    connectionDown: connection === 'down',
  })
}
