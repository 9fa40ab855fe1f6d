import { FormulaPopover } from '@quaff/platform/console/display/metrics/formula-popover'
import { Panel } from '@quaff/platform/console/display/panel'
import type { AffiliateLink } from '../contract'
import { FigureText } from './figure-text'
import { figureWords } from './link-looks'
import classes from './affiliates.module.css'

const figures = ['clicks', 'signups', 'conversion', 'subscriptions', 'firstDrinks'] as const

export function LinkFiguresPanel({ link }: { link: AffiliateLink }) {
  return (
    <Panel title="Stats">
      <dl className={classes.figures}>
        {figures.map((figure) => (
          <div key={figure} className={classes.figure}>
            <dt>
              {figureWords[figure].label}
              <FormulaPopover label={figureWords[figure].label} formula={figureWords[figure].formula} />
            </dt>
            <dd>
              <FigureText figures={link} figure={figure} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
