import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { LookPill } from '@quaff/platform/console/display/status-pill'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { countWords } from '../../entries/console/entry-looks'
import type { DemandArea } from '../contract'
import { areaAddress, areaId, areaName, coverageLooks } from './area-looks'
import { LeadLink } from './lead-link'
import classes from './demand.module.css'

/** A bar for each area, the longest first; its colour says with the words beside it whether a venue is there. */
export function DemandBarsView({ waitlistId, areas }: { waitlistId: string; areas: readonly DemandArea[] }) {
  const top = Math.max(...areas.map(({ people }) => people), 1)
  return (
    <ul className={classes.areas} aria-label="Demand by area">
      {areas.map((area) => (
        <li key={areaId(area)} className={classes.area}>
          <div className={classes.name}>
            <AppLink to={areaAddress(waitlistId, area)} className="q-strong">
              {areaName(area)}
            </AppLink>
            {area.wantedVenue !== '' && <span className="q-caption">{`Most wanted: ${area.wantedVenue}`}</span>}
            {area.venues > 0 && (
              <span className="q-caption">{`${countWords(area.venues, 'venue', 'venues')} in the city`}</span>
            )}
          </div>
          <div className={classes.measure}>
            <progress
              className={classes.bar}
              data-coverage={area.coverage}
              value={area.people}
              max={top}
              aria-label={`${areaName(area)}, compared with the top area`}
            />
            <span className={`q-num ${classes.count}`} title={`${countWords(area.people)} waiting`}>
              {formatCount(area.people)}
            </span>
          </div>
          <div className={classes.way}>
            <LookPill look={coverageLooks[area.coverage]} />
            <LeadLink area={area} />
          </div>
        </li>
      ))}
    </ul>
  )
}
