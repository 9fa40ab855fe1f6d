import { IconFlag } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLiveRefresh } from '@quaff/features/sessions/console/session-widget'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { DateText, formatCount } from '@quaff/platform/console/display/formats'
import { Panel, StatusPill } from '@quaff/platform/console/display/panel'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { isolated } from '@quaff/platform/shared/readable-text'
import { redemptionsApi } from '../../console/redemption-queries'
import type { UsageRow, VenueToday } from '../../usage-contract'
import { isWaiting } from '../../usage-rules'
import { usageKey } from './usage-key'
import { flagLabels, nameOf } from './usage-labels'
import { useKeep } from './use-keep'
import classes from './usage.module.css'

const POLLING_MS = 30_000

/** Polls too, because the compared time moves on without an event. */
export function useVenueToday(merchantId: string, enabled: boolean) {
  const client = useQueryClient()
  useLiveRefresh(
    ['redemption'],
    () => client.invalidateQueries({ queryKey: redemptionsApi.today.key() }),
    (event) => event.merchantId === merchantId,
  )
  return useQuery(
    redemptionsApi.today.queryOptions({ input: { merchantId }, enabled, staleTime: 0, refetchInterval: POLLING_MS }),
  )
}

/** Says so if only the newest redemptions of the day were searched. */
export const flaggedCount = ({ count, isPartial }: VenueToday['flagged']) =>
  `${formatCount(count)}${isPartial ? '+' : ''}`

/** The history of today. */
export function todayAddress({ timeZone, measuredAt }: Pick<VenueToday, 'timeZone' | 'measuredAt'>): string {
  const today = dayKeyIn(timeZone, measuredAt)
  return `/redemptions?tab=history&from=${today}&to=${today}&status=completed`
}

/** Without `onVoid`, the viewer only looks. */
type FlaggedPanelProps = { today: VenueToday; onVoid: ((row: UsageRow) => void) | undefined }

export function FlaggedPanel({ today, onVoid }: FlaggedPanelProps) {
  const { flagged, timeZone } = today
  const keep = useKeep()
  const list = useRef<HTMLUListElement>(null)
  return (
    <Panel
      title="Flagged today"
      titleExtra={<span className="q-count">{flaggedCount(flagged)}</span>}
      flush
      actions={
        <ButtonLink to={todayAddress(today)} variant="quiet" size="sm">
          All redemptions
        </ButtonLink>
      }
    >
      <ul className={classes.flagged} ref={list} tabIndex={-1}>
        {flagged.rows.filter(isWaiting).map((row) => (
          <li key={usageKey(row)}>
            <span className="q-grow">
              <b className="q-strong">{nameOf(row)}</b>
              <span className={`q-caption ${classes.place}`}>
                <DateText value={row.redeemedAt} style="time" timeZone={timeZone} />
                {` · ${isolated(row.locationName)} · ${isolated(row.planName)}`}
              </span>
            </span>
            <StatusPill tone="warn" icon={IconFlag}>
              {row.flags.map((flag) => flagLabels[flag]).join(', ')}
            </StatusPill>
            {onVoid && (
              <span className="q-row q-end">
                <Button
                  size="sm"
                  loading={keep.isWriting(row)}
                  aria-label={`Keep the redemption by ${isolated(nameOf(row))}`}
                  onClick={() => {
                    // The row is about to leave, and the focus with it.
                    list.current?.focus()
                    keep.run(row, true)
                  }}
                >
                  Keep
                </Button>
                <Button
                  size="sm"
                  aria-label={`Void the redemption by ${isolated(nameOf(row))}`}
                  onClick={() => onVoid(row)}
                >
                  Void
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
