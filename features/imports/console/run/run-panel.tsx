import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { ProgressBar } from '@quaff/platform/console/display/charts/meter'
import { DateText } from '@quaff/platform/console/display/date-time'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { onlyText, stopText } from '../../rules'
import type { ImportDetails } from '../../screen/contract'
import { checkedDays } from '../../screen/rules'
import { ApplyDialog } from '../acts/apply-dialog'
import { InviteDialog } from '../acts/invite-dialog'
import { UndoDialog } from '../acts/undo-dialog'
import { progressText, writtenOf } from '../import-looks'
import { ImportStatePill } from '../import-state-pill'
import { RunActs, type RunAct } from './run-acts-section'

export function RunPanel({ run }: { run: ImportDetails }) {
  const timeZone = useTimeZone()
  const [asked, setAsked] = useState<RunAct>()
  const close = () => setAsked(undefined)
  const at = (value: Date | null) => value && <DateText value={value} timeZone={timeZone} style="datetime" />
  const isApplied = run.state !== 'reading' && run.state !== 'checked'
  return (
    <>
      <Panel
        title={run.source}
        titleExtra={<ImportStatePill state={run.state} />}
        actions={<RunActs run={run} onAct={setAsked} />}
      >
        <div className="q-stack">
          <RunProgress run={run} />
          <StateNotice run={run} />
          <KeyValue
            items={[
              { label: 'Started', value: at(run.startedAt) },
              { label: 'Ended', value: at(run.endedAt) },
              {
                label: 'By',
                value: run.startedBy ? (
                  <AppLink className="q-link" to={`/users?id=${encodeURIComponent(run.startedBy.id)}`}>
                    {run.startedBy.name}
                  </AppLink>
                ) : (
                  'A command'
                ),
              },
              ...(isApplied
                ? [
                    { label: 'Venues paid until', value: at(run.paidUntil) },
                    { label: 'Administrators', value: run.grantsAdmins ? 'Granted' : 'Not granted' },
                  ]
                : []),
              ...(run.choice ? [{ label: 'Only', value: onlyText(run.choice.only) }] : []),
              { label: 'Import', value: <code>{run.id}</code> },
            ]}
          />
        </div>
      </Panel>
      {asked === 'apply' && <ApplyDialog run={run} onClose={close} />}
      {asked === 'undo' && <UndoDialog run={run} onClose={close} />}
      {asked === 'invite' && <InviteDialog run={run} onClose={close} />}
    </>
  )
}

function RunProgress({ run }: { run: ImportDetails }) {
  const text = progressText(run)
  if (text === null && run.state !== 'undoing') return null
  const isCounted = run.state !== 'reading' && run.state !== 'undoing' && run.total !== null
  return (
    <div className="q-stack-tight">
      <ProgressBar label="Progress" max={run.total ?? 1} value={isCounted ? writtenOf(run) : undefined} />
      <span className="q-caption" role="status">
        {text ?? 'What came over is being taken back'}
      </span>
    </div>
  )
}

function StateNotice({ run }: { run: ImportDetails }) {
  if (run.state === 'checked')
    return (
      <Notice tone="info" title="Nothing is written yet">
        This is what would come over. Look at what stays aside, then apply it within {checkedDays} days.
      </Notice>
    )
  if (run.state !== 'stopped') return null
  if (run.mayUndo && !run.mayContinue)
    return (
      <Notice tone="warn" title="It was stopped on its way">
        {stopText(run.stopReason)}
      </Notice>
    )
  return run.mayContinue ? (
    <Notice tone="warn" title="It was interrupted">
      {stopText(run.stopReason)} Nothing is lost and nothing is doubled: Continue goes on where it came to.
    </Notice>
  ) : (
    <Notice tone="warn" title="It was stopped before anything was written">
      {stopText(run.stopReason)} Nothing of it is here: begin a new one.
    </Notice>
  )
}
