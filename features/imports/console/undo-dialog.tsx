import type { ImportDetails } from '../contract'
import { ActDialog } from './act-dialog'
import { importsApi } from './imports-queries'
import { useRecentAct } from './use-recent-act'

/** Says what goes and what stays before anything does. */
export function UndoDialog({ run, onClose }: { run: ImportDetails; onClose: () => void }) {
  const act = useRecentAct(async () => {
    await importsApi.undo.call({ runId: run.id })
    onClose()
  })
  return (
    <ActDialog
      act={act}
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
    </ActDialog>
  )
}
