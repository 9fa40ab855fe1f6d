import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { ProgressBar } from '@quaff/platform/console/display/charts/meter'
import { DateText } from '@quaff/platform/console/display/date-time'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { ImportDetails } from '../contract'
import { onlyText, stopText } from '../report-rules'
import { checkedDays } from '../screen-rules'
import { ApplyDialog } from './apply-dialog'
import { progressText, writtenOf } from './import-looks'
import { ImportStatePill } from './import-state-pill'
import { InviteDialog } from './invite-dialog'
import { RunActs, type RunAct } from './run-acts-section'
import { UndoDialog } from './undo-dialog'

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
                label: 'Started by',
                value: run.startedBy ? (
                  <AppLink className="q-link" to={`/users?id=${encodeURIComponent(run.startedBy.id)}`}>
                    {run.startedBy.name}
                  </AppLink>
                ) : (
                  'Command line'
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
        {text ?? 'Undoing import…'}
      </span>
    </div>
  )
}

function StateNotice({ run }: { run: ImportDetails }) {
  if (run.state === 'checked')
    return (
      <Notice tone="info" title="Nothing is saved yet">
        Review the result, then apply it within {checkedDays} days.
      </Notice>
    )
  if (run.state !== 'stopped') return null
  if (run.mayUndo && !run.mayContinue)
    return (
      <Notice tone="warn" title="Import stopped">
        {stopText(run.stopReason)}
      </Notice>
    )
  return run.mayContinue ? (
    <Notice tone="warn" title="Import interrupted">
      {stopText(run.stopReason)} You can continue where it stopped.
    </Notice>
  ) : (
    <Notice tone="warn" title="Import stopped before anything was saved">
      {stopText(run.stopReason)} Start a new import.
    </Notice>
  )
}
