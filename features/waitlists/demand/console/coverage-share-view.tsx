import { formatCount, formatShare } from '@quaff/platform/console/display/figures/figure-text'
import { countWords } from '../../entries/console/entry-looks'
import { coverages, type Coverage, type Demand } from '../contract'
import { coverageLooks } from './area-looks'
import classes from './demand.module.css'

/** How many of those who wait have a venue where they are: one bar of three parts. */
export function CoverageShareView({ byCoverage }: Pick<Demand, 'byCoverage'>) {
  const everybody = coverages.reduce((sum, one) => sum + byCoverage[one], 0)
  const words = coverages.map((one) => `${coverageLooks[one].label}: ${countWords(byCoverage[one])}`)
  const widthOf = (part: readonly Coverage[]) =>
    (100 * part.reduce((sum, one) => sum + byCoverage[one], 0)) / Math.max(everybody, 1)
  return (
    <div className={classes.share}>
      <p className="q-secondary">
        <b className="q-strong q-num">{formatCount(byCoverage.none)}</b>
        {` of ${countWords(everybody)} (${formatShare(byCoverage.none / Math.max(everybody, 1), 0)}) wait in areas without a venue.`}
      </p>
      <svg
        className={classes.parts}
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        role="img"
        aria-label={words.join(', ')}
      >
        {coverages.map((one, index) => (
          <rect
            key={one}
            data-coverage={one}
            x={widthOf(coverages.slice(0, index))}
            y={0}
            width={widthOf([one])}
            height={1}
          />
        ))}
      </svg>
    </div>
  )
}
