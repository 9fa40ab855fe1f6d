import { create } from 'qrcode'
import classes from './second-factor.module.css'

/** Readers need this many blank modules around the code. */
const quietZone = 4

/** Drawn as one path, dark on light in both schemes: some apps read nothing else. */
export function QrView({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const side = size + 2 * quietZone
  const dots = Array.from({ length: size * size }, (_, at) => at).filter((at) => data[at])
  const path = dots.map((at) => `M${(at % size) + quietZone} ${Math.floor(at / size) + quietZone}h1v1h-1z`).join('')
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
