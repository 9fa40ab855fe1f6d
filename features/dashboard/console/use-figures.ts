import type { UseQueryResult } from '@tanstack/react-query'
import { useConnection } from '@quaff/features/sessions/console/live-widget'
import { useNow } from '@quaff/platform/console/clock'
import type { FigureSource } from '../contract'
import { figuresState, type FiguresState } from './figures-state'

/** The state of polled figures as the badge and the tiles tell it. */
export function useFiguresState(
  query: UseQueryResult<{ source?: FigureSource; measuredAt: Date }>,
  partlySample = false,
): FiguresState | undefined {
  const now = useNow()
  const connection = useConnection()
  if (!query.data) return undefined
  return figuresState({
    source: query.data.source ?? 'live',
    partlySample,
    readAt: new Date(query.dataUpdatedAt),
    now,
    lastReadFailed: query.isError,
    connectionDown: connection === 'down',
  })
}
