import { Panel } from '@quaff/platform/console/display/panel'
import type { MapPoint } from '../../contract'
import { MapChart } from './map-chart'
import classes from './map.module.css'

interface LocationMapPanelProps {
  points: readonly MapPoint[] | undefined
  openId: string | undefined
  onOpen: (id: string) => void
  failed: boolean
  onRetry: () => void
}

/** Where the locations lie to each other, drawn here: no map of anybody else is asked for. */
export function LocationMapPanel({ points, openId, onOpen, failed, onRetry }: LocationMapPanelProps) {
  const placed = points?.flatMap(({ coordinates, ...point }) => (coordinates ? [{ ...point, coordinates }] : [])) ?? []
  const missing = points?.filter(({ coordinates }) => !coordinates) ?? []
  return (
    <Panel
      title="Map"
      titleExtra={<span className="q-caption">Sketch, to scale</span>}
      loading={!points && !failed}
      skeleton={<div className={classes.skeleton} />}
      error={failed && !points ? 'The map could not be loaded' : undefined}
      onRetry={onRetry}
    >
      <div className={classes.layout}>
        {placed.length > 0 ? (
          <MapChart points={placed} openId={openId} onOpen={onOpen} />
        ) : (
          <p className="q-secondary">
            {missing.length > 0
              ? 'No location has coordinates yet. Add them to see the locations here.'
              : 'Locations with coordinates appear here.'}
          </p>
        )}
        {missing.length > 0 && (
          <section className="q-stack-tight" aria-label="Not on the map">
            <h3 className="q-h3">Not on the map</h3>
            <ul className={classes.missing}>
              {missing.map(({ id, name }) => (
                <li key={id}>
                  <button type="button" className={classes.name} data-open={id === openId} onClick={() => onOpen(id)}>
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Panel>
  )
}
