const glass = 'M8 20h164l-20 256c-1 10-7 16-16 16H44c-9 0-15-6-16-16Z'
const brim = 56
const bottom = 292
/** Costs reach a little below the glass, where its outline hides them. */
const overlap = 8

/** The month's sales as a drink; what the drinks cost lies at the bottom. */
export function FilledGlassView({ costShare }: { costShare: number }) {
  const height = (bottom - brim) * costShare
  return (
    <svg viewBox="0 0 180 300" role="img" aria-labelledby="glass-title">
      <title id="glass-title">
        A glass filled with the month’s pass sales, split into drink costs and what is left.
      </title>
      <defs>
        <clipPath id="glass">
          <path d={glass} />
        </clipPath>
      </defs>
      <g clipPath="url(#glass)">
        <rect className="g-left" x="0" y={brim} width="180" height="240" />
        <rect
          className="g-cost"
          x="0"
          y={(bottom - height).toFixed(1)}
          width="180"
          height={(height + overlap).toFixed(1)}
        />
      </g>
      <path className="g-line" d={glass} />
    </svg>
  )
}
