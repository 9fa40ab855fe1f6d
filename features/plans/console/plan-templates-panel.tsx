import { ClockText } from '@quaff/platform/console/display/date-time'
import { Panel } from '@quaff/platform/console/display/panel'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import type { PlanTemplateId } from '../contract'
import { allowanceSentence } from '../rules'
import { planTemplates } from '../templates/contract'
import type { PlanAccess } from './use-plan-access'
import classes from './plan-list.module.css'

interface PlanTemplatesProps {
  access: PlanAccess
  onStart: (template: PlanTemplateId | undefined) => void
}

/** In place of an empty list: three plans that sell, each a prefilled form. */
export function PlanTemplatesPanel({ access, onStart }: PlanTemplatesProps) {
  return (
    <Panel
      title="No plans yet"
      actions={
        <PermissionButton size="sm" disabledReason={access.reason} onClick={() => onStart(undefined)}>
          Start blank
        </PermissionButton>
      }
    >
      <div className="q-stack">
        <p className="q-secondary">Start from a template and change what you like.</p>
        <ul className={classes.grid}>
          {planTemplates.map(({ id, name, description, allowance, timeWindow, suits }) => (
            <li key={id} className={classes.card}>
              <div>
                <h3 className="q-h3">{name}</h3>
                <span className="q-caption">
                  <ClockText
                    text={allowanceSentence(allowance, timeWindow && { ...timeWindow, days: [...timeWindow.days] })}
                  />
                </span>
              </div>
              <p className="q-secondary">{description}</p>
              <p className="q-caption">{suits}</p>
              <span className={classes.start}>
                <PermissionButton disabledReason={access.reason} onClick={() => onStart(id)}>
                  {`Start with ${name}`}
                </PermissionButton>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
