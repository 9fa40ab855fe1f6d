import { Select } from '@mantine/core'
import { IconChartBar, IconClock, IconTable } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { MeasuredPanel } from '@quaff/platform/console/display/measured/measured-panel'
import { zoneText } from '@quaff/platform/console/display/measured/measured-words'
import { saveMeasured } from '@quaff/platform/console/display/measured/save-measured'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { redemptionsApi } from '../../console/redemption-queries'
import type { HeatCell, HourInsights, InsightRange } from '../contract'
import { averagedText, heatColumns, heatRows, RedemptionHeat, slotKey } from './redemption-heat-widget'
import classes from './heatmap.module.css'

const formula =
  'Average completed redemptions per hour, in the location’s time zone. All locations together use the platform’s.'

export function HeatmapPanel({ merchantId, days }: { merchantId: string; days: InsightRange }) {
  const [locationId, setLocationId] = useState<string | null>(null)
  const [asTable, setAsTable] = useState(false)
  const query = useQuery(
    redemptionsApi.hourInsights.queryOptions({
      input: { merchantId, days, locationId: locationId ?? undefined },
      placeholderData: keepPreviousData,
    }),
  )
  const locations = query.data?.locations ?? []
  return (
    <MeasuredPanel
      title="Busiest hours"
      formula={formula}
      what="the heatmap"
      query={query}
      height={324}
      phoneHeight={560}
      isOwnTime={locationId !== null}
      actions={
        <Button
          size="sm"
          variant="quiet"
          icon={asTable ? IconChartBar : IconTable}
          iconOnPhone
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          Table
        </Button>
      }
      onSave={saveHours}
      empty={() => undefined}
    >
      {(data) => (
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
      )}
    </MeasuredPanel>
  )
}

/** The chooser stays: another location may have what this one lacks. */
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
  // One location is on its own clock, and the list knows the hours of the platform's only.
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
