import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { RowMenu } from '@quaff/platform/console/frame/command'
import { RecordRows } from '@quaff/platform/console/list/record-list'
import { useRecordList } from '@quaff/platform/console/list/use-record-list'
import { AddLocationButton, LimitNotice } from './add-location-button'
import { locationCommands } from './location-commands-widget'
import { locationList } from './location-list'
import { LocationOverlayLayout } from './location-overlay-layout'
import type { LocationSearch } from './location-search-widget'
import { useLocationActions, useLocationRefresh, useLocationRights } from './use-location-actions'

/** Locations of one merchant inside another screen: its state is its own, the address stays the screen's. */
export function MerchantLocations({ merchantId }: { merchantId: string }) {
  return <Locations key={merchantId} merchantId={merchantId} />
}

function Locations({ merchantId }: { merchantId: string }) {
  const [search, setSearch] = useState<LocationSearch>({})
  const change = (next: Partial<LocationSearch>) => setSearch((before) => ({ ...before, ...next }))
  const rights = useLocationRights(merchantId)
  const platformZone = useTimeZone()
  const timeZone = rights.overview.data?.timeZone ?? platformZone
  const details = { merchantId, timeZone, narrow: true }
  const list = useRecordList(locationList, { search, onSearch: change, details })
  const { start, deleting, setDeleting } = useLocationActions(change)
  useLocationRefresh(merchantId)
  const { overview, changeReason, addReason } = rights
  const add = () => change({ action: 'create', id: undefined })
  const isEmpty = overview.data?.total === 0

  return (
    <div className="q-stack">
      {overview.data && <LimitNotice merchantId={merchantId} overview={overview.data} mayChange={!changeReason} />}
      {!isEmpty && (
        <div className="q-row">
          <span className="q-end">
            <AddLocationButton reason={addReason} onAdd={add} quiet />
          </span>
        </div>
      )}
      <RecordRows
        list={list}
        selectable={false}
        menu={(row) => <RowMenu set={locationCommands} row={row} details={rights} onRun={start} />}
        emptyAction={<AddLocationButton reason={addReason} onAdd={add} />}
      />
      <LocationOverlayLayout
        merchantId={merchantId}
        rights={rights}
        rows={list.pages.rows}
        total={list.pages.total}
        view={search}
        onView={change}
        deleting={deleting}
        onDeleting={setDeleting}
        onAction={start}
      />
    </div>
  )
}
