import '@quaff/platform/console/theme/leaflet.css'
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import type { Map as LeafletMap } from 'leaflet'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '@quaff/platform/console/controls/button'
import { useSteady } from '@quaff/platform/console/use-steady'
import type { LocationOverview } from '../contract'
import { scaleBar, unwrapped } from '../map/rules'
import { MapMarks, type MapMarksProps } from './map-marks'
import { latLngOf, showPoints, useLeaflet } from './use-leaflet'
import classes from './map.module.css'

interface LocationMapProps extends MapMarksProps {
  tiles: LocationOverview['mapTiles']
}

export function LocationMap({ tiles, ...props }: LocationMapProps) {
  const points = unwrapped(props.points)
  const { frame, map, failed } = useLeaflet(points, tiles)
  const open = points.find(({ id }) => id === props.openId)
  const openId = open?.id
  const showOpen = useSteady(() => open && map?.panInside(latLngOf(open), { padding: [56, 56] }))
  // Only another record moves the view, not a new answer about it.
  useEffect(() => void showOpen(), [map, openId, showOpen])
  const isDrawn = !tiles || failed
  const pane = map?.getPane('marks')
  return (
    <div
      className={classes.frame}
      // The page scrolls over the map; with Ctrl, as for the page itself, the wheel zooms.
      onWheelCapture={(event) => event.ctrlKey || event.metaKey || event.stopPropagation()}
    >
      <div ref={frame} className={classes.map} role="group" aria-label="Map of locations" />
      {map && pane && (
        <>
          {createPortal(
            <>
              {isDrawn && <Squares map={map} />}
              <MapMarks {...props} points={points} map={map} />
            </>,
            pane,
          )}
          <div className={classes.zoom}>
            <IconButton icon={IconPlus} label="Zoom in" onClick={() => map.zoomIn()} />
            <IconButton icon={IconMinus} label="Zoom out" onClick={() => map.zoomOut()} />
            <IconButton icon={IconFocusCentered} label="Show all locations" onClick={() => showPoints(map, points)} />
          </div>
          <Scale map={map} />
          <p className={classes.credits}>
            {failed && 'Couldn’t load the map: '}
            {isDrawn ? 'drawn to scale, without streets' : <Credits of={tiles.credits} />}
          </p>
        </>
      )}
    </div>
  )
}

function Credits({ of: credits }: { of: NonNullable<LocationOverview['mapTiles']>['credits'] }) {
  return credits.map(({ name, link }, index) => (
    <span key={name}>
      {index > 0 && ', '}
      {link ? (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {name}
        </a>
      ) : (
        name
      )}
    </span>
  ))
}

function scaleOf(map: LeafletMap) {
  const { x, y } = map.getSize().divideBy(2)
  const meters = map.distance(map.containerPointToLatLng([x, y]), map.containerPointToLatLng([x + 100, y]))
  return scaleBar(meters / 100, 96)
}

function Scale({ map }: { map: LeafletMap }) {
  const { units, label } = scaleOf(map)
  return (
    <span className={classes.scale} style={{ width: units }} role="img" aria-label={`Scale: the bar is ${label} long`}>
      {label}
    </span>
  )
}

/** As wide as the bar of the scale, and far enough around that the map can be moved. */
function Squares({ map }: { map: LeafletMap }) {
  const { units } = scaleOf(map)
  const size = map.getSize()
  const from = map.containerPointToLayerPoint(size.multiplyBy(-1))
  return (
    <svg
      className={classes.squares}
      style={{ transform: `translate(${from.x}px, ${from.y}px)` }}
      width={3 * size.x}
      height={3 * size.y}
      aria-hidden
    >
      <pattern id="map-squares" width={units} height={units} patternUnits="userSpaceOnUse">
        <path d={`M${units} 0 H0 V${units}`} />
      </pattern>
      <rect width="100%" height="100%" fill="url(#map-squares)" />
    </svg>
  )
}
