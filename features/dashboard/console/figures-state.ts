import type { MetricSource } from '@quaff/platform/console/display/metric-tiles'
import { dashboardLimits, type FigureSource } from '../contract'

export type FiguresState = { source: MetricSource; label: string; badge: 'live' | 'stale' | 'error' }

type Facts = {
  source: FigureSource
  /** One part of the figures could not be read and stands as its sample. */
  partlySample?: boolean
  /** When the shown figures arrived. */
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
}: Facts): FiguresState {
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
