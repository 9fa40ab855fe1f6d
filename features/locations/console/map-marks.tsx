import type { Map as LeafletMap } from 'leaflet'
import { groupTouching, nameOnMap, placeLabels, spreadOut, type LabelSide } from '../map/rules'
import { latLngOf, showPoints, type PlacedPoint } from './use-leaflet'
import classes from './map.module.css'

export interface MapMarksProps {
  points: readonly PlacedPoint[]
  merchantName: string
  openId: string | undefined
  /** Pointed at in the list. */
  pointedId: string | undefined
  /** Of a list that was narrowed; undefined: all. */
  foundIds: ReadonlySet<string> | undefined
  onOpen: (id: string) => void
  onPoint: (ids: readonly string[]) => void
}

const phoneWidth = 768
/** As wide as the buttons, in pixels. */
const reaches = { mouse: 28, finger: 44 }

/** A button for each location in view; those that would cover each other share one, which leads closer. */
export function MapMarks({ map, points, merchantName, ...state }: MapMarksProps & { map: LeafletMap }) {
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
