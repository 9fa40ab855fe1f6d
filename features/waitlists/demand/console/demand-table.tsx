import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { LookPill } from '@quaff/platform/console/display/status-pill'
import { DataTable, type Column } from '@quaff/platform/console/list/data-table'
import type { DemandArea } from '../contract'
import { areaAddress, areaId, areaName, coverageLooks } from './area-looks'
import { LeadLink } from './lead-link'

const columns: Column<DemandArea>[] = [
  { id: 'area', header: 'Area', card: 'title', cell: areaName },
  { id: 'people', header: 'Waiting', align: 'right', card: 'fact', cell: ({ people }) => formatCount(people) },
  {
    id: 'coverage',
    header: 'Coverage',
    card: 'fact',
    cell: ({ coverage }) => <LookPill look={coverageLooks[coverage]} />,
  },
  { id: 'venues', header: 'Venues in the city', align: 'right', card: 'fact', cell: ({ venues }) => venues },
  { id: 'wanted', header: 'Most wanted', card: 'fact', cell: ({ wantedVenue }) => wantedVenue || '—' },
  { id: 'lead', header: 'Lead', align: 'right', card: 'fact', cell: (area) => <LeadLink area={area} /> },
]

interface DemandTableProps {
  waitlistId: string
  areas: DemandArea[]
  onOpen: (area: DemandArea) => void
}

/** The same figures for everyone who would rather read; a row opens its people. */
export function DemandTable({ waitlistId, areas, onOpen }: DemandTableProps) {
  const open = (id: string) => {
    const area = areas.find((one) => areaId(one) === id)
    if (area) onOpen(area)
  }
  return (
    <DataTable
      caption="Demand by area"
      columns={columns}
      rows={areas}
      rowId={areaId}
      rowLabel={areaName}
      rowHref={(area) => areaAddress(waitlistId, area)}
      onOpen={open}
      loading={false}
    />
  )
}
