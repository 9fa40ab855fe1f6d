import { IconMapPin } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Meter } from '@quaff/platform/console/display/charts/meter'
import { useHourCycle } from '@quaff/platform/console/display/date-time'
import { counted, isNoChange, formatCount, formatPercent } from '@quaff/platform/console/display/figures/figure-text'
import { MeasuredPanel } from '@quaff/platform/console/display/measured/measured-panel'
import { comparedText, unrecordedText } from '@quaff/platform/console/display/measured/measured-words'
import { saveMeasured, twoDecimals } from '@quaff/platform/console/display/measured/save-measured'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { isOnRecord } from '@quaff/platform/shared/windows/comparison'
import { redemptionsApi } from '../../console/redemption-queries'
import type { InsightRange, LocationInsights, LocationShare } from '../contract'
import classes from './insights.module.css'

export function LocationSharesPanel({ merchantId, days }: { merchantId: string; days: InsightRange }) {
  const hourCycle = useHourCycle()
  const query = useQuery(
    redemptionsApi.locationInsights.queryOptions({ input: { merchantId, days }, placeholderData: keepPreviousData }),
  )
  return (
    <MeasuredPanel
      title="Locations"
      formula={`Completed redemptions per location in the last ${days} days, compared to the same part of the previous ${days} days.`}
      what="locations"
      query={query}
      empty={({ rows, total }) =>
        total === 0 &&
        rows.every(({ previousCount }) => previousCount === 0) && (
          <EmptyState
            icon={IconMapPin}
            title="No redemptions in this range"
            text="Locations appear here with their first redemption."
          />
        )
      }
      footer={({ previous, timeZone, recordedSince }) => (
        <span className="q-caption">
          {isOnRecord(timeZone, previous, recordedSince)
            ? `vs ${comparedText(previous, timeZone, hourCycle)}`
            : `No comparison: ${unrecordedText(recordedSince, timeZone)}`}
        </span>
      )}
      onSave={saveShares}
    >
      {({ rows, total }) => (
        <>
          <p className={`q-secondary q-num ${classes.lead}`}>{counted(total, 'redemption')}</p>
          <ul className="q-stack">
            {rows.map((row) => (
              <Share key={row.locationId ?? 'unknown'} row={row} most={rows[0]?.count ?? 0} />
            ))}
          </ul>
        </>
      )}
    </MeasuredPanel>
  )
}

function Share({ row, most }: { row: LocationShare; most: number }) {
  const { name, count, sharePercent } = row
  return (
    <li className={classes.share}>
      <span className={`q-strong ${classes.name}`}>{name}</span>
      <span className="q-num">
        {formatCount(count)} <span className="q-muted">({formatPercent(sharePercent)})</span>
      </span>
      <Meter value={count} max={most} label={`${name}, share of the busiest`} />
      <span className="q-caption q-num">{changeText(row)}</span>
    </li>
  )
}

/** "Up 12% from 1,204": the sign and the word carry the direction, not a colour. */
export function changeText({ changePercent, previousCount }: LocationShare): string {
  if (previousCount === null) return '—'
  if (changePercent === null) return 'No earlier data'
  if (isNoChange(changePercent)) return `No change from ${formatCount(previousCount)}`
  const direction = changePercent > 0 ? 'Up' : 'Down'
  return `${direction} ${formatPercent(Math.abs(changePercent))} from ${formatCount(previousCount)}`
}

function saveShares(data: LocationInsights): void {
  saveMeasured(
    'redemptions-by-location',
    ['Location', 'Redemptions', 'Share %', 'Previous redemptions', 'Change %'],
    data.rows.map((row) => [
      row.name,
      row.count,
      twoDecimals(row.sharePercent),
      row.previousCount,
      twoDecimals(row.changePercent),
    ]),
    data,
  )
}
