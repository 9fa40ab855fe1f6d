import { useElementSize } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'
import type { Coordinates } from '../../contract'
import {
  degreesText,
  fitProjection,
  placeLabels,
  scaleBar,
  spreadOut,
  type LabelPlace,
  type MapSize,
  type Projection,
} from '../../map/rules'
import classes from './map.module.css'

const narrowest = 280
const shape = 0.26
const heights = { min: 240, max: 320 }
const labelLength = 22

interface MapChartProps {
  points: readonly { id: string; name: string; coordinates: Coordinates }[]
  openId: string | undefined
  onOpen: (id: string) => void
}

/** Drawn in the pixels it gets, so that names keep their size on every screen. */
export function MapChart(props: MapChartProps) {
  const { ref, width: measured } = useElementSize()
  const width = Math.max(Math.floor(measured), narrowest)
  const height = Math.round(Math.min(Math.max(width * shape, heights.min), heights.max))
  return (
    <div ref={ref} className={classes.frame}>
      <Sketch {...props} size={{ width, height }} />
    </div>
  )
}

function Sketch({ points, openId, onOpen, size }: MapChartProps & { size: MapSize }) {
  const projection = fitProjection(
    points.map(({ coordinates }) => coordinates),
    size,
  )
  const places = spreadOut(points.map(({ coordinates }) => projection.project(coordinates)))
  const drawn = points.map(({ id, name }, index) => ({
    id,
    name: shortened(name),
    ...(places[index] ?? { x: 0, y: 0 }),
  }))
  const labels = placeLabels(drawn, size, [scaleCorner(size)])
  const open = (id: string) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onOpen(id)
  }
  return (
    <svg
      className={classes.map}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="group"
      aria-label="Map of locations"
    >
      <Grid projection={projection} size={size} />
      {drawn.map(({ id, name, x, y }, index) => (
        <g
          key={id}
          className={classes.point}
          data-open={id === openId}
          role="button"
          tabIndex={0}
          aria-label={points[index]?.name}
          aria-pressed={id === openId}
          onClick={() => onOpen(id)}
          onKeyDown={open(id)}
        >
          <title>{points[index]?.name}</title>
          <circle className={classes.target} cx={x} cy={y} r={14} />
          <circle className={classes.mark} cx={x} cy={y} r={id === openId ? 8 : 6} />
          <Label name={name} place={labels[index] ?? (id === openId ? { x, y: y - 15, anchor: 'middle' } : null)} />
        </g>
      ))}
      <Scale metersPerUnit={projection.metersPerUnit} size={size} />
    </svg>
  )
}

const shortened = (name: string) => (name.length > labelLength ? `${name.slice(0, labelLength - 1)}…` : name)
/** Kept free for the scale. */
const scaleCorner = ({ height }: MapSize) => ({ left: 0, right: 112, top: height - 36, bottom: height })

function Label({ name, place }: { name: string; place: LabelPlace | null }) {
  if (!place) return null
  return (
    <text className={classes.label} x={place.x} y={place.y} textAnchor={place.anchor} aria-hidden>
      {name}
    </text>
  )
}

function Grid({ projection, size }: { projection: Projection; size: MapSize }) {
  return (
    <g aria-hidden className={classes.grid}>
      {projection.meridians.map(({ degrees, x }, index) => (
        <g key={x}>
          <line x1={x} x2={x} y1={0} y2={size.height} />
          {index % 2 === 0 && x < size.width - 112 && (
            <text x={x + 3} y={11}>
              {degreesText(degrees, ['E', 'W'])}
            </text>
          )}
        </g>
      ))}
      {projection.parallels.map(({ degrees, y }) => (
        <g key={y}>
          <line x1={0} x2={size.width} y1={y} y2={y} />
          {y > 16 && (
            <text x={size.width - 4} y={y - 3} textAnchor="end">
              {degreesText(degrees, ['N', 'S'])}
            </text>
          )}
        </g>
      ))}
    </g>
  )
}

function Scale({ metersPerUnit, size }: { metersPerUnit: number; size: MapSize }) {
  const { units, label } = scaleBar(metersPerUnit, 96)
  const bottom = size.height - 10
  return (
    <g className={classes.scale} role="img" aria-label={`Scale: the bar is ${label} long`}>
      <path d={`M10 ${bottom - 5} V${bottom} H${10 + units} V${bottom - 5}`} />
      <text x={10} y={bottom - 9}>
        {label}
      </text>
    </g>
  )
}
