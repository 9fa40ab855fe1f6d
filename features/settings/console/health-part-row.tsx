import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { counted } from '@quaff/platform/console/display/figures/figure-text'
import { StatusPill } from '@quaff/platform/console/display/status-pill'
import { codeTitle } from '@quaff/platform/shared/readable-text'
import type { HealthFact, PartHealth } from '../health/contract'
import { healthPartNames, healthStateWords } from '../health/rules'
import { healthLooks } from './health-looks'
import classes from './health.module.css'

export function HealthPartRow({ part, timeZone }: { part: PartHealth; timeZone: string }) {
  const look = healthLooks[part.state]
  const asPlanned = part.facts.filter((fact) => fact.asPlanned)
  const told = part.facts.filter((fact) => !fact.asPlanned)
  return (
    <li className={classes.part} data-part={part.part} data-state={part.state}>
      <div className={classes.head}>
        <h3 className="q-h3">{healthPartNames[part.part]}</h3>
        <StatusPill tone={look.tone} icon={look.icon}>
          {healthStateWords[part.state]}
        </StatusPill>
      </div>
      <div className={classes.body}>
        {part.hint !== null && <p>{part.hint}</p>}
        {told.length > 0 && <Facts facts={told} timeZone={timeZone} />}
        {asPlanned.length > 0 && (
          <details className={classes.asPlanned}>
            <summary>{counted(asPlanned.length, 'job')} on schedule</summary>
            <Facts facts={asPlanned} timeZone={timeZone} />
          </details>
        )}
      </div>
    </li>
  )
}

function Facts({ facts, timeZone }: { facts: readonly HealthFact[]; timeZone: string }) {
  return (
    <dl className={classes.facts}>
      {facts.map((fact) => (
        <div key={fact.label} className={classes.fact}>
          <dt>{codeTitle(fact.label)}</dt>
          <dd className="q-num">
            <FactValue value={fact.value} timeZone={timeZone} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FactValue({ value, timeZone }: { value: HealthFact['value']; timeZone: string }) {
  return value instanceof Date ? <RelativeTime value={value} timeZone={timeZone} /> : value
}
