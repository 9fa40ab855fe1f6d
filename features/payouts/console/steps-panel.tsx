import { DateText } from '@quaff/platform/console/display/date-time'
import { ZoneCaption } from '@quaff/platform/console/display/measured/measured-words'
import { Panel } from '@quaff/platform/console/display/panel'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import type { PayoutStatement, PayoutStatus } from '../statement/contract'
import { payoutLooks } from './payout-status-pill'
import classes from './steps.module.css'

const words = {
  draft: 'Generated',
  approved: 'Approved',
  sent: 'Sent',
  confirmed: 'Confirmed',
  failed: 'Failed',
} as const satisfies Record<PayoutStatus, string>

/** What became of it, oldest first. */
export function StepsPanel({ statement: { steps, timeZone } }: { statement: PayoutStatement }) {
  return (
    <Panel title="Steps" footer={<ZoneCaption timeZone={timeZone} />}>
      <ol className={classes.steps} aria-label="Steps, oldest first">
        {steps.map(({ status, at, by, reason }, index) => (
          <li key={`${status} ${at.getTime()}`} data-tone={payoutLooks[status].tone}>
            <span className={classes.mark}>
              <Glyph icon={payoutLooks[status].icon} size={14} />
            </span>
            <span className={classes.words}>
              <b className="q-strong">{status === 'draft' && index > 0 ? 'Reopened' : words[status]}</b>
              {reason !== null && <span>{reason}</span>}
              <span className="q-caption">
                <DateText value={at} timeZone={timeZone} style="datetime" />
                {by !== null && ` by ${by}`}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
