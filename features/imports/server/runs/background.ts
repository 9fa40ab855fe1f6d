import { type Context, isRefusal, type LiveBus, refuse, type Services, type Spool } from '@quaff/platform/server'
import type { DocumentKind } from '../../kinds-rules'
import { importRefusals } from '../../refusals'
import { applyRun } from '../apply/apply-run'
import { releaseRun } from './run-lock'
import { findRun, type ImportRun } from './run-store'
import { undoRun } from './undo-run'

class Interrupted extends Error {
  readonly code = 'SERVER_ENDS'
}

/** The single slot of a process: two parallel imports would mistake each other's writes for edits. */
export class Place {
  private isRequested = false
  isOver: Promise<void> = Promise.resolve()

  constructor(private readonly live: LiveBus) {}

  /** Called between batches. Throws if the server is shutting down. */
  goOn(): void {
    if (this.isRequested) throw new Interrupted()
  }

  leave(): void {
    taken.delete(this.live)
  }

  async end(): Promise<void> {
    this.isRequested = true
    await this.isOver
  }
}

const taken = new WeakMap<LiveBus, Place>()

/** Takes the slot, or refuses with IMPORT_RUNNING. The caller must release it. */
export function takePlace({ live }: Services): Place {
  if (taken.has(live)) throw refuse(importRefusals, 'IMPORT_RUNNING')
  const place = new Place(live)
  taken.set(live, place)
  return place
}

/** Runs the work in the background, then releases the place. Work done before an error remains. */
export function workOn(services: Services, place: Place, runId: string, work: () => Promise<unknown>) {
  place.isOver = work().then(
    () => place.leave(),
    (error: unknown) => {
      place.leave()
      if (isRefusal(error) || error instanceof Interrupted) return
      services.log.error('import_failed', { runId, reason: error instanceof Error ? error.message : 'unknown' })
    },
  )
}

/** Resolves when no import is running. */
export async function importWork({ live }: Services) {
  await taken.get(live)?.isOver
}

/** Finishes the current batch and starts no other. */
export async function stopImportWork({ live }: Services) {
  await taken.get(live)?.end()
}

type Work = (ctx: Context, spool: Spool, runId: string, listener: RunListener) => Promise<unknown>

/** Runs the work in the background. After an error the run can be continued. */
export function workOnRun(ctx: Context, place: Place, runId: string, work: Work) {
  workOn(ctx, place, runId, async () => {
    try {
      await work(ctx, ctx.workbench.spool(runId), runId, { progress: () => place.goOn() })
    } catch (error) {
      await releaseRun(ctx, runId, error)
      throw error
    }
  })
}

/** Receives the number of documents of a kind that are written or undone. */
type RunListener = { progress(kind: DocumentKind, documents: number): void }

/** Continues a run that was interrupted while writing or undoing. A run that only read must start again. */
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
