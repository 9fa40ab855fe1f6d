import { metersText, scaleBar } from '../map/rules'
import classes from './form.module.css'

const side = 120
/** The circle fills this much of the frame, whatever its radius; the scale tells how large it is. */
const circle = 40

/** The spot, the circle around it and what it measures. */
export function RadiusChart({ meters }: { meters: number }) {
  const scale = scaleBar(meters / circle, side / 2)
  return (
    <svg
      className={classes.radius}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={`A circle of ${metersText(meters)} around the location`}
    >
      <circle className={classes.area} cx={side / 2} cy={side / 2 - 8} r={circle} />
      <circle className={classes.spot} cx={side / 2} cy={side / 2 - 8} r={4} />
      <path className={classes.scale} d={`M8 ${side - 12} V${side - 8} H${8 + scale.units} V${side - 12}`} />
      <text className={classes.scaleText} x={12 + scale.units} y={side - 6}>
        {scale.label}
      </text>
    </svg>
  )
}
