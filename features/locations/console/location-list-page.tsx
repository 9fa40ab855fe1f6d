import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFiguresTimeZone, useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { Panel } from '@quaff/platform/console/display/panel'
import { RowMenu, useRowCommands } from '@quaff/platform/console/frame/command'
import { CommandButton, PageHeader } from '@quaff/platform/console/frame/page-header'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { readListAhead, useRecordList } from '@quaff/platform/console/list/use-record-list'
import { ahead, type PageReads } from '@quaff/platform/console/query-client'
import type { LocationOverview } from '../contract'
import { nameOnMap } from '../map-rules'
import { AddLocationButton, LimitNotice } from './add-location-button'
import { locationCommands } from './location-commands-widget'
import { locationList } from './location-list'
import { LocationOverlayLayout } from './location-overlay-layout'
import type { LocationSearch } from './location-search-widget'
import { overviewQuery, useLocationActions, useLocationRefresh, useLocationRights } from './use-location-actions'
import classes from './locations.module.css'
import mapStyles from './map.module.css'

interface LocationListPageProps {
  search: LocationSearch
  onSearch: (next: Partial<LocationSearch>, options?: { replace?: boolean }) => void
}

export const locationListReads: PageReads<LocationSearch> = (opening) => {
  const { client, merchantId, timeZone } = opening
  if (merchantId === undefined) return []
  return [
    client.prefetchQuery({ ...overviewQuery(merchantId), ...ahead }),
    readListAhead(locationList, opening, { merchantId, timeZone }),
  ]
}

/** Each merchant has its own page state, so one merchant's state never appears under another. */
export function LocationListPage(props: LocationListPageProps) {
  const { current } = useMerchantSelection()
  return current && <LocationsOf key={current.id} {...props} merchantId={current.id} />
}

function LocationsOf({ merchantId, search, onSearch }: LocationListPageProps & { merchantId: string }) {
  const timeZone = useFiguresTimeZone()
  const rights = useLocationRights(merchantId)
  const list = useRecordList(locationList, { search, onSearch, details: { merchantId, timeZone } })
  const { start, deleting, setDeleting } = useLocationActions(onSearch)
  useLocationRefresh(merchantId)
  const { overview, changeReason, addReason } = rights
  const listRef = useRef<HTMLDivElement>(null)
  const isNarrowed = search.q !== undefined || search.status !== undefined
  // Until all rows are loaded, the matches among them are unknown.
  const foundIds = isNarrowed && !list.query.hasNextPage ? new Set(list.pages.rows.map(({ id }) => id)) : undefined
  const add = () => onSearch({ action: 'create', id: undefined })
  useRowCommands(locationCommands, list.pages.rows, rights, start)

  return (
    <div className="q-stack-loose">
      <PageHeader
        title="Locations"
        total={list.pages.total}
        actions={
          <>
            <CommandButton
              iconOnPhone
              command={{
                id: 'locations.import',
                label: 'Import locations',
                icon: IconFileImport,
                disabledReason: changeReason,
                run: () => onSearch({ action: 'import' }),
              }}
            />
            <CommandButton
              variant="primary"
              command={{
                id: 'locations.create',
                label: 'Add location',
                icon: IconPlus,
                keys: 'c',
                disabledReason: addReason,
                run: add,
              }}
            />
          </>
        }
      />
      {overview.data && <LimitNotice merchantId={merchantId} overview={overview.data} mayChange={!changeReason} />}
      <div ref={listRef} className={classes.places}>
        <RecordList
          list={list}
          selectable={false}
          menu={(row) => <RowMenu set={locationCommands} row={row} details={rights} onRun={start} />}
          emptyAction={<AddLocationButton reason={addReason} onAdd={add} />}
        >
          {overview.data?.total !== 0 && (
            <div className={classes.map}>
              <LocationMapPanel
                overview={overview.data}
                list={listRef}
                foundIds={foundIds}
                openId={search.id}
                onOpen={(id) => onSearch({ id, action: undefined })}
                failed={overview.isError}
                onRetry={() => void overview.refetch()}
              />
            </div>
          )}
        </RecordList>
      </div>
      <LocationOverlayLayout
        merchantId={merchantId}
        rights={rights}
        rows={list.pages.rows}
        total={list.pages.total}
        view={search}
        onView={onSearch}
        deleting={deleting}
        onDeleting={setDeleting}
        onAction={start}
      />
    </div>
  )
}

const LocationMap = deferred(async () => (await import('./location-map-view')).LocationMap, <MapSkeleton />)

interface LocationMapPanelProps {
  overview: LocationOverview | undefined
  /** Holds the rows of the same locations. */
  list: RefObject<HTMLElement | null>
  foundIds: ReadonlySet<string> | undefined
  openId: string | undefined
  onOpen: (id: string) => void
  failed: boolean
  onRetry: () => void
}

export function LocationMapPanel({ overview, list, foundIds, openId, onOpen, failed, onRetry }: LocationMapPanelProps) {
  const { pointedId, markRows } = useLinkedRows(list)
  const points = overview?.points ?? []
  const placed = points.flatMap(({ coordinates, ...point }) => (coordinates ? [{ ...point, coordinates }] : []))
  const missing = points.filter(({ coordinates }) => !coordinates)
  return (
    <Panel
      flush
      loading={!overview && !failed}
      skeleton={<MapSkeleton />}
      what={failed && !overview ? 'the map' : undefined}
      onRetry={onRetry}
    >
      {overview && placed.length > 0 && (
        <LocationMap
          points={placed}
          merchantName={overview.merchantName}
          tiles={overview.mapTiles}
          openId={openId}
          pointedId={pointedId}
          foundIds={foundIds}
          onOpen={onOpen}
          onPoint={markRows}
        />
      )}
      {missing.length > 0 && (
        <section className={mapStyles.missing} aria-label="Not on the map">
          <span className="q-caption">{missingText(overview?.requireLocationCheck ?? false, placed.length > 0)}</span>
          {missing.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              className={mapStyles.name}
              data-on={id === openId || id === pointedId}
              onClick={() => onOpen(id)}
            >
              {nameOnMap(name, overview?.merchantName ?? '')}
            </button>
          ))}
        </section>
      )}
    </Panel>
  )
}

function missingText(requireLocationCheck: boolean, hasMap: boolean): string {
  if (requireLocationCheck) return 'The location check can’t work here without a position:'
  return hasMap ? 'Not on the map (no position set):' : 'Add coordinates to see these on a map:'
}

function MapSkeleton() {
  return <div className={mapStyles.skeleton} />
}

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-row-id]')?.dataset.rowId : undefined

/**
 * Returns the row under the pointer or focus, and a function that marks rows. It works on the DOM, so the list needs
 * no props for it.
 */
function useLinkedRows(list: RefObject<HTMLElement | null>) {
  const [pointedId, setPointedId] = useState<string>()
  useEffect(() => {
    const box = list.current
    if (!box) return undefined
    const stop = new AbortController()
    for (const kind of ['pointerover', 'focusin'])
      box.addEventListener(kind, ({ target }) => setPointedId(rowOf(target)), stop)
    for (const kind of ['pointerleave', 'focusout']) box.addEventListener(kind, () => setPointedId(undefined), stop)
    return () => stop.abort()
  }, [list])
  const markRows = (ids: readonly string[]) => {
    for (const row of list.current?.querySelectorAll<HTMLElement>('tr[data-row-id]') ?? [])
      row.toggleAttribute('data-linked', ids.includes(row.dataset.rowId ?? ''))
  }
  return { pointedId, markRows }
}
