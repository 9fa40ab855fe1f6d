import type { Context, Services } from '@quaff/platform/server/context'
import type { LiveBus, Spool } from '@quaff/platform/server/ports'
import { isRefusal, refuse } from '@quaff/platform/shared/refusal'
import type { DocumentKind } from '../../kinds-rules'
import { importRefusals } from '../../refusals'
import { applyRun } from '../apply/apply-run'
import { undoRun } from '../undo/undo-run'
import { releaseRun } from './run-lock'
import { findRun, type ImportRun } from './run-store'

class Interrupted extends Error {
  readonly code = 'SERVER_ENDS'
}

/** The only one that a process has: two imports at once would take each other's rows for edits. */
export class Place {
  private isAsked = false
  isOver: Promise<void> = Promise.resolve()

  constructor(private readonly live: LiveBus) {}

  /** Between two batches, where nothing is half done: throws once the server is asked to end. */
  goOn(): void {
    if (this.isAsked) throw new Interrupted()
  }

  leave(): void {
    taken.delete(this.live)
  }

  async end(): Promise<void> {
    this.isAsked = true
    await this.isOver
  }
}

const taken = new WeakMap<LiveBus, Place>()

/** Refuses with IMPORT_RUNNING. Whoever has it leaves it again. */
export function takePlace({ live }: Services): Place {
  if (taken.has(live)) throw refuse(importRefusals, 'IMPORT_RUNNING')
  const place = new Place(live)
  taken.set(live, place)
  return place
}

/** Works on while the request is answered, and leaves the place. What was done until something failed stands. */
export function workOn(services: Services, place: Place, runId: string, work: () => Promise<unknown>): void {
  place.isOver = work().then(
    () => place.leave(),
    (error: unknown) => {
      place.leave()
      if (isRefusal(error) || error instanceof Interrupted) return
      services.log.error('import_failed', { runId, reason: error instanceof Error ? error.message : 'unknown' })
    },
  )
}

/** Resolves when nothing is worked on any more; at once where nothing was. */
export async function importWork({ live }: Services): Promise<void> {
  await taken.get(live)?.isOver
}

/** The batch under way is finished, and no other begun. */
export async function stopImportWork({ live }: Services): Promise<void> {
  await taken.get(live)?.end()
}

type Work = (ctx: Context, spool: Spool, runId: string, listener: RunListener) => Promise<unknown>

/** Works on a run while the request is answered. Whatever keeps it from going on leaves the run to be continued. */
export function workOnRun(ctx: Context, place: Place, runId: string, work: Work): void {
  workOn(ctx, place, runId, async () => {
    try {
      await work(ctx, ctx.workbench.spool(runId), runId, { progress: () => place.goOn() })
    } catch (error) {
      await releaseRun(ctx, runId, error)
      throw error
    }
  })
}

/** How far it has come: documents of a kind that are written or taken back. */
type RunListener = { progress(kind: DocumentKind, documents: number): void }

/** A run that was interrupted while it wrote or was taken back. One that only read begins anew: nothing of it is here. */
export async function continueRun(
  ctx: Context,
  spool: Spool,
  runId: string,
  listener: RunListener,
): Promise<ImportRun> {
  const run = await findRun(ctx.db, runId)
  if (!run) throw refuse(importRefusals, 'IMPORT_GONE')
  if (run.state === 'writing') return applyRun(ctx, spool, runId, listener)
  if (run.state === 'undoing') return undoRun(ctx, spool, runId, listener)
  throw refuse(importRefusals, 'IMPORT_OVER')
}
