import type { RefObject } from 'react'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { Panel } from '@quaff/platform/console/display/panel'
import type { LocationOverview } from '../contract'
import { nameOnMap } from '../map/rules'
import { useLinkedRows } from './use-linked-rows'
import classes from './map.module.css'

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

/** Where the locations lie. Map and list show each other what is pointed at. */
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
        <section className={classes.missing} aria-label="Not on the map">
          <span className="q-caption">
            {placed.length > 0 ? 'Not on the map (no position set):' : 'Add coordinates to see these on a map:'}
          </span>
          {missing.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              className={classes.name}
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

function MapSkeleton() {
  return <div className={classes.skeleton} />
}
