import classes from './counter-kit.module.css'

export type QrModules = { size: number; data: ArrayLike<number> }

/** Readers need this many blank modules around the code. */
const quietZone = 4

/** Drawn as one path, so that it prints sharp at any size. */
export function QrView({ modules: { size, data }, label }: { modules: QrModules; label: string }) {
  const side = size + 2 * quietZone
  const path = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) =>
      data[y * size + x] ? `M${x + quietZone} ${y + quietZone}h1v1h-1z` : '',
    ).join(''),
  ).join('')
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
