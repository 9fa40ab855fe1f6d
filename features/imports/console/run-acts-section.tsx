import { IconArrowBackUp, IconDownload, IconMailForward, IconPlayerPlay, IconTransferIn } from '@tabler/icons-react'
import { ConfirmIdentityDialog } from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { downloadFile } from '@quaff/platform/console/rpc'
import type { ImportDetails } from '../contract'
import { importsApi } from './imports-queries'
import { useRecentAct } from './use-recent-act'

export type RunAct = 'apply' | 'undo' | 'invite'

/** What can be done with an import as it stands, the next step first. */
export function RunActs({ run, onAct }: { run: ImportDetails; onAct: (act: RunAct) => void }) {
  const { gate, problem } = useRecentAct(async () => {
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
        <Button size="sm" icon={IconArrowBackUp} onClick={() => onAct('undo')}>
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
        <Button size="sm" variant="primary" icon={IconTransferIn} onClick={() => onAct('apply')}>
          Apply import
        </Button>
      )}
      {run.state === 'done' && (
        <Button size="sm" variant="primary" icon={IconMailForward} onClick={() => onAct('invite')}>
          Invite the team
        </Button>
      )}
      {gate.asking && <ConfirmIdentityDialog gate={gate} action="Confirm and continue" onClose={gate.back} />}
    </>
  )
}
