import '@quaff/platform/console/theme/leaflet.css'
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import type { Map as LeafletMap } from 'leaflet'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '@quaff/platform/console/controls/button'
import { useSteady } from '@quaff/platform/console/use-steady'
import type { LocationOverview } from '../contract'
import { groupTouching, type LabelSide, nameOnMap, placeLabels, scaleBar, spreadOut, unwrapped } from '../map-rules'
import { latLngOf, type PlacedPoint, showPoints, useLeaflet } from './use-leaflet'
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
  // Moves the view for another record, not for new data of the same one.
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

/** Squares as wide as the scale bar, far enough around for moving the map. */
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

interface MapMarksProps {
  points: readonly PlacedPoint[]
  merchantName: string
  openId: string | undefined
  pointedId: string | undefined
  /** Undefined if the list has no filter. */
  foundIds: ReadonlySet<string> | undefined
  onOpen: (id: string) => void
  onPoint: (ids: readonly string[]) => void
}

const phoneWidth = 768

/** The width of the buttons in pixels. */
const reaches = { mouse: 28, finger: 44 }

/** A button for each location in view; those that would cover each other share one, which leads closer. */
function MapMarks({ map, points, merchantName, ...state }: MapMarksProps & { map: LeafletMap }) {
  const size = map.getSize()
  const reach = window.innerWidth < phoneWidth ? reaches.finger : reaches.mouse
  const shift = map.containerPointToLayerPoint([0, 0])
  const { openId, pointedId } = state
  const inView = points.flatMap((point) => {
    const { x, y } = map.latLngToContainerPoint(latLngOf(point))
    return x >= 0 && y >= 0 && x <= size.x && y <= size.y ? [{ point, x, y }] : []
  })
  const isClosest = map.getZoom() >= map.getMaxZoom()
  const places = isClosest ? spreadOut(inView, reach) : inView
  const groups = isClosest ? places.map((_, index) => [index]) : groupTouching(places, reach)
  const marks = groups.map((group) => {
    const members = group.flatMap((index) => places[index] ?? [])
    const called = members.find(({ point }) => point.id === (pointedId ?? openId)) ?? members[0]
    return {
      members: members.map(({ point }) => point),
      x: average(members.map(({ x }) => x)),
      y: average(members.map(({ y }) => y)),
      name: nameOnMap(called?.point.name ?? '', merchantName) + (members.length > 1 ? ` +${members.length - 1}` : ''),
    }
  })
  const sides = placeLabels(marks, { width: size.x, height: size.y }, [
    { left: 0, right: 128, top: size.y - 36, bottom: size.y },
    { left: size.x - 52, right: size.x, top: 0, bottom: 132 },
  ])
  return marks.map(({ members, x, y, name }, index) => (
    <Mark
      key={members.map(({ id }) => id).join()}
      {...state}
      members={members}
      name={name}
      at={`translate(${x + shift.x}px, ${y + shift.y}px)`}
      side={sides[index] ?? null}
      onCloser={() => {
        showPoints(map, members, map.getMaxZoom())
        // This button goes.
        map.getContainer().focus()
      }}
    />
  ))
}

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

interface MarkProps extends Omit<MapMarksProps, 'points' | 'merchantName'> {
  members: readonly PlacedPoint[]
  name: string
  at: string
  side: LabelSide | null
  onCloser: () => void
}

function Mark({ members, name, at, side, openId, pointedId, foundIds, onOpen, onPoint, onCloser }: MarkProps) {
  const ids = members.map(({ id }) => id)
  const [only] = ids.length === 1 ? ids : []
  const isOpen = ids.includes(openId ?? '')
  const isPointed = ids.includes(pointedId ?? '')
  const names = members.map((member) => member.name).join('; ')
  const point = () => onPoint(ids)
  const leave = () => onPoint([])
  return (
    <button
      type="button"
      className={classes.mark}
      style={{ transform: at }}
      title={names}
      aria-label={only === undefined ? `${ids.length} locations: ${names}` : names}
      aria-pressed={only === undefined ? undefined : isOpen}
      data-on={isOpen || isPointed}
      data-faint={foundIds !== undefined && !ids.some((id) => foundIds.has(id))}
      onClick={() => (only === undefined ? onCloser() : onOpen(only))}
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocus={point}
      onBlur={leave}
    >
      <span className={classes.dot}>{only === undefined && ids.length}</span>
      {(side || isOpen || isPointed) && (
        <span className={classes.label} data-side={side ?? 'above'} aria-hidden>
          {name}
        </span>
      )}
    </button>
  )
}
