import { IconCircleCheck, IconCircleDashed, IconCopy } from '@tabler/icons-react'
import type { settingsContract } from '@quaff/features/settings/contract'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { ProgressBar } from '@quaff/platform/console/display/charts/bar-list'
import { copyText, Panel } from '@quaff/platform/console/display/panel'
import { undoable, useRun } from '@quaff/platform/console/forms/use-write'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import { createApi } from '@quaff/platform/console/rpc'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import type { FirstStep } from '../contract'
import { dashboardApi } from './dashboard-refresh-queries'
import classes from './dashboard.module.css'

const settingsApi = createApi<typeof settingsContract>('settings')

export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const { busy, run } = useRun([dashboardApi.firstSteps.key(), settingsApi.platform.key()], () =>
    notifyError('Couldn’t save', 'Try again.'),
  )
  const save = (change: { showFirstSteps: boolean } | { backsUpElsewhere: boolean }) =>
    run({}, { call: () => savePlatform(change) })
  const hide = async () => {
    if (!(await save({ showFirstSteps: false }))) return
    notifySuccess(
      'Setup checklist hidden',
      'You can show it again in Settings, General.',
      undoable(() => void save({ showFirstSteps: true })),
    )
  }
  const done = steps.filter((step) => step.done).length
  return (
    <Panel
      title="Set up your platform"
      titleExtra={
        <span className="q-caption" role="status">
          {done} of {steps.length} done
        </span>
      }
      actions={
        <Button variant="quiet" size="sm" disabled={busy} onClick={() => void hide()}>
          Hide checklist
        </Button>
      }
      flush
    >
      <div className={classes.progress}>
        <ProgressBar value={done} max={steps.length} label="Steps done" />
      </div>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <StepLine key={step.id} step={step} busy={busy} onConfirm={() => void save({ backsUpElsewhere: true })} />
        ))}
      </ol>
    </Panel>
  )
}

type StepLineProps = { step: FirstStep; busy: boolean; onConfirm: () => void }

function StepLine({ step: { title, text, done, links, copy, confirm }, busy, onConfirm }: StepLineProps) {
  return (
    <li data-done={done}>
      <Glyph icon={done ? IconCircleCheck : IconCircleDashed} />
      <span className="q-grow">
        <b className="q-strong">
          <span className="q-hidden">{done ? 'Done: ' : 'To do: '}</span>
          {title}
        </b>
        <span className={`q-caption ${classes.note}`}>{text}</span>
      </span>
      {!done && (
        <span className={classes.stepActions}>
          {copy && (
            <Button size="sm" icon={IconCopy} onClick={() => void copyText(copy, 'URL')}>
              Copy URL
            </Button>
          )}
          {links.map(({ label, href }) => (
            <ButtonLink key={href} to={href} size="sm">
              {label}
            </ButtonLink>
          ))}
          {confirm && (
            <Button size="sm" disabled={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          )}
        </span>
      )}
    </li>
  )
}

/** Reads first: the write names the version, and keeps what it does not change. */
async function savePlatform(change: object) {
  const { version, platformFeeBasisPoints, supportAddress, appStoreUrl, playStoreUrl } =
    await settingsApi.platform.call(undefined)
  return settingsApi.updatePlatform.call({
    version,
    platformFeeBasisPoints,
    supportAddress,
    appStoreUrl,
    playStoreUrl,
    ...change,
  })
}
