import { ProgressBar } from '@quaff/platform/console/display/charts/meter'
import { Panel } from '@quaff/platform/console/display/panel'
import { StepList } from '@quaff/platform/console/display/steps/step-list'
import { countDone, listSteps, type GuideFacts } from './setup-steps'
import classes from './onboarding.module.css'

export function StepsPanel({ guide, readOnly }: { guide: GuideFacts; readOnly: boolean }) {
  const { steps } = guide
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <Panel title="Setup guide" flush actions={<span className="q-caption">{countDone(steps)}</span>}>
      <ProgressBar className={classes.edge} value={done} max={steps.length} label="Steps done" />
      <StepList steps={listSteps(guide, readOnly)} />
    </Panel>
  )
}
