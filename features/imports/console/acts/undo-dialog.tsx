import type { ImportDetails } from '../../screen/contract'
import { importsApi } from '../imports-queries'
import { ActDialog } from './act-dialog'
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
      title={`Take back ${run.source}?`}
      description="This works through the import backwards and can itself be interrupted and continued."
      button="Take back"
      danger
      onClose={onClose}
    >
      <p>
        <b className="q-strong">Goes:</b> people, venues, pictures, plans, passes and drinks that this import created
        and nobody has changed since. Their figures go with them.
      </p>
      <p>
        <b className="q-strong">Stays:</b> what was here before or was edited here since, what a later import has
        changed, what a payout names, and what any of these need. Each is listed with its reason.
      </p>
    </ActDialog>
  )
}
