import { IconArrowBackUp, IconDownload, IconMailForward, IconPlayerPlay, IconTransferIn } from '@tabler/icons-react'
import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { ConfirmIdentityDialog } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { ProgressBar } from '@quaff/platform/console/display/charts/bar-list'
import { DateText } from '@quaff/platform/console/display/formats'
import { KeyValue, Notice, Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { downloadFile } from '@quaff/platform/console/rpc'
import type { ImportDetails } from '../contract'
import { checkedDays } from '../problem-rules'
import { onlyText, stopText } from '../report-rules'
import { ImportStatePill, progressText, writtenOf } from './import-status-pill'
import { importsApi } from './imports-queries'
import { ActionDialog, ApplyDialog, InviteDialog, useSensitiveAction } from './run-dialogs'

export function RunPanel({ run }: { run: ImportDetails }) {
  const timeZone = useTimeZone()
  const [pendingAction, setPendingAction] = useState<RunAction>()
  const close = () => setPendingAction(undefined)
  const at = (value: Date | null) => value && <DateText value={value} timeZone={timeZone} style="datetime" />
  const isApplied = run.state !== 'reading' && run.state !== 'checked'
  return (
    <>
      <Panel
        title={run.source}
        titleExtra={<ImportStatePill state={run.state} />}
        actions={<RunActions run={run} onAction={setPendingAction} />}
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
      {pendingAction === 'apply' && <ApplyDialog run={run} onClose={close} />}
      {pendingAction === 'undo' && <UndoDialog run={run} onClose={close} />}
      {pendingAction === 'invite' && <InviteDialog run={run} onClose={close} />}
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

type RunAction = 'apply' | 'undo' | 'invite'

function RunActions({ run, onAction }: { run: ImportDetails; onAction: (action: RunAction) => void }) {
  const { gate, problem } = useSensitiveAction(async () => {
    await importsApi.continue.call({ runId: run.id })
  })
  const download = () =>
    downloadFile({ path: '/api/files/import-report', body: { runId: run.id, format: 'json' } }).catch(
      (error: unknown) =>
        notifyError('Couldn’t download the report', error instanceof Error ? error.message : undefined),
    )
  return (
    <>
      {problem && (
        <Notice tone="danger" announce>
          {problem}
        </Notice>
      )}
      {run.state !== 'reading' && (
        <Button size="sm" icon={IconDownload} iconOnPhone onClick={() => void download()}>
          Download report
        </Button>
      )}
      {run.mayUndo && (
        <Button size="sm" icon={IconArrowBackUp} onClick={() => onAction('undo')}>
          Undo import
        </Button>
      )}
      {run.mayContinue && (
        <Button
          size="sm"
          variant="primary"
          icon={IconPlayerPlay}
          loading={gate.busy}
          onClick={() => void gate.attempt()}
        >
          Continue import
        </Button>
      )}
      {run.state === 'checked' && (
        <Button size="sm" variant="primary" icon={IconTransferIn} onClick={() => onAction('apply')}>
          Apply import
        </Button>
      )}
      {run.state === 'done' && (
        <Button size="sm" variant="primary" icon={IconMailForward} onClick={() => onAction('invite')}>
          Invite the team
        </Button>
      )}
      {gate.asking && <ConfirmIdentityDialog gate={gate} action="Confirm and continue" onClose={gate.back} />}
    </>
  )
}

function UndoDialog({ run, onClose }: { run: ImportDetails; onClose: () => void }) {
  const action = useSensitiveAction(async () => {
    await importsApi.undo.call({ runId: run.id })
    onClose()
  })
  return (
    <ActionDialog
      action={action}
      title={`Undo ${run.source}?`}
      description="This removes what the import created. If interrupted, you can continue."
      button="Undo import"
      danger
      onClose={onClose}
    >
      <p>
        <b className="q-strong">Removed:</b> people, venues, images, plans, subscriptions and redemptions created by
        this import and unchanged since, with their metrics.
      </p>
      <p>
        <b className="q-strong">Kept:</b> records that existed before, were edited since, changed by a later import, or
        are part of a payout.
      </p>
    </ActionDialog>
  )
}
