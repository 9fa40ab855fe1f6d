import { Select } from '@mantine/core'
import { IconClock, IconMapPin } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFiguresTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { Meter } from '@quaff/platform/console/display/charts/bar-list'
import { useHourCycle, counted, formatCount, formatPercent, isNoChange } from '@quaff/platform/console/display/formats'
import { comparedText, unrecordedText, windowText, zoneText } from '@quaff/platform/console/display/measured-labels'
import { MeasuredPanel, saveMeasured, twoDecimals } from '@quaff/platform/console/display/measured-panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { dayKeyIn, shiftDaysIn } from '@quaff/platform/shared/calendar'
import { isolated } from '@quaff/platform/shared/readable-text'
import { isOnRecord } from '@quaff/platform/shared/time-windows'
import { redemptionsApi } from '../../console/redemption-queries'
import type { RedemptionTabProps } from '../../console/redemption-search-widget'
import {
  type HeatCell,
  type HourInsights,
  type InsightRange,
  insightRanges,
  type LocationInsights,
  type LocationShare,
} from '../../insights-contract'
import { HeavyUsersPanel } from './heavy-users-panel'
import { IdlePanel } from './idle-panel'
import { PlanEconomicsPanel } from './plan-economics-panel'
import { averagedText, heatColumns, heatRows, RedemptionHeat, slotKey } from './redemption-heat-widget'
import classes from './insights.module.css'

const options = insightRanges.map((days) => ({ value: String(days), label: `${days} days` }))
const usual = 30

export function InsightsTab({ merchantId, search, onSearch }: RedemptionTabProps) {
  const days = search.range ?? usual
  const timeZone = useFiguresTimeZone()
  const now = useNow()
  const window = { from: shiftDaysIn(timeZone, now, 1 - days), to: now }
  return (
    <div className="q-stack">
      <div className={classes.range}>
        <Segmented
          label="Range for busiest hours and locations"
          value={String(days)}
          options={options}
          onChange={(value) => {
            const range = insightRanges.find((choice) => String(choice) === value)
            onSearch({ range: range === usual ? undefined : range })
          }}
        />
        <span className="q-caption">{windowText({ window, timeZone })}</span>
      </div>
      <HeatmapPanel merchantId={merchantId} days={days} />
      <LocationSharesPanel merchantId={merchantId} days={days} />
      <PlanEconomicsPanel merchantId={merchantId} />
      <div className="q-grid-2" data-equal>
        <IdlePanel merchantId={merchantId} />
        <HeavyUsersPanel merchantId={merchantId} />
      </div>
    </div>
  )
}

function LocationSharesPanel({ merchantId, days }: { merchantId: string; days: InsightRange }) {
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
      <Meter value={count} max={most} label={`${isolated(name)}, share of the busiest`} />
      <span className="q-caption q-num">{changeText(row)}</span>
    </li>
  )
}

/** Returns "Up 12% from 1,204". Sign and word show the direction, not a color. */
function changeText({ changePercent, previousCount }: LocationShare): string {
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

const formula =
  'Average completed redemptions per hour, in the location’s time zone. All locations together use the merchant’s.'

function HeatmapPanel({ merchantId, days }: { merchantId: string; days: InsightRange }) {
  const [locationId, setLocationId] = useState<string | null>(null)
  const query = useQuery(
    redemptionsApi.hourInsights.queryOptions({
      input: { merchantId, days, locationId: locationId ?? undefined },
      placeholderData: keepPreviousData,
    }),
  )
  const locations = query.data?.locations ?? []
  const shown = (data: HourInsights, asTable: boolean) => (
    <>
      {locations.length > 0 && (
        <Select
          className={classes.chooser}
          aria-label="Location"
          data={[
            { value: '', label: 'All locations' },
            ...locations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={locationId ?? ''}
          allowDeselect={false}
          searchable={locations.length > 8}
          onChange={(next) => setLocationId(next === '' ? null : next)}
        />
      )}
      <Heat data={data} asTable={asTable} locationId={locationId} />
      <p className={`q-caption ${classes.note}`}>{averagedText(data.window, data.recordedSince, data.timeZone)}</p>
    </>
  )
  return (
    <MeasuredPanel
      title="Busiest hours"
      formula={formula}
      what="the heatmap"
      query={query}
      height={324}
      phoneHeight={560}
      isOwnTime={locationId !== null}
      table={(data) => shown(data, true)}
      onSave={saveHours}
      empty={() => undefined}
    >
      {(data) => shown(data, false)}
    </MeasuredPanel>
  )
}

/** The location filter stays, because another location may have redemptions. */
function Heat({ data, asTable, locationId }: { data: HourInsights; asTable: boolean; locationId: string | null }) {
  const caption = `Average redemptions by weekday and hour, ${zoneText(data.timeZone)}`
  if (data.cells.every(({ count }) => count === 0))
    return (
      <EmptyState
        icon={IconClock}
        title="No redemptions in this range"
        text="Choose a longer range, or print the counter kit."
      />
    )
  // One location uses its own zone, but the list's hours are in the merchant's zone.
  const linkOf = locationId === null ? (cell: HeatCell) => listOf(data, cell) : undefined
  return <RedemptionHeat cells={data.cells} caption={caption} asTable={asTable} linkOf={linkOf} />
}

function listOf({ window, timeZone }: HourInsights, cell: HeatCell): string {
  const [from, to] = [dayKeyIn(timeZone, window.from), dayKeyIn(timeZone, window.to)]
  return `/redemptions?tab=history&from=${from}&to=${to}&status=completed&slot=${slotKey(cell)}`
}

function saveHours(data: HourInsights): void {
  saveMeasured('redemptions-by-hour', heatColumns, heatRows(data.cells), data)
}
