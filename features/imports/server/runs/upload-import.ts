import { requireRecentSignIn } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  inTransaction,
  recordAudit,
  refuse,
  type Services,
  type SourceFiles,
  withoutControls,
} from '@quaff/platform/server'
import type { UploadImportInput } from '../../contract'
import { writtenKinds } from '../../kinds-rules'
import { importPermissions } from '../../permissions'
import { checkedDays, mayUpload } from '../../problem-rules'
import { importRefusals } from '../../refusals'
import type { ReadingOptions } from '../../runs-contract'
import { startRun } from '../apply/start-run'
import { takePlace, workOn } from './background'
import { listCheckedBefore, saveStopped } from './run-store'

/**
 * Stores one file and checks it. Nothing is imported before it is applied. Answers before the file is read.
 * @throws SIGN_IN_AGAIN, UPLOAD_ENDING, IMPORT_RUNNING, before the first byte
 */
export async function uploadImport(
  ctx: Context,
  { fileName, only, amounts, currency }: UploadImportInput,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ runId: string }> {
  authorize(ctx.actor, importPermissions, 'import.run')
  const { userId } = requireRecentSignIn(ctx)
  if (!mayUpload(fileName)) throw refuse(importRefusals, 'UPLOAD_ENDING')
  const wanted = only && writtenKinds.filter((kind) => only.some((one) => one === kind))
  const reading = { only: wanted ?? null, amounts: amounts ?? null, currency: currency ?? null }
  const place = takePlace(ctx)
  const runId = ctx.ids.newId('imp')
  const source = withoutControls(fileName)
  try {
    const files = await ctx.workbench.receive(runId, source, chunks)
    await inTransaction(ctx, (tx) =>
      recordAudit(ctx, tx, { action: 'check_import', targetType: 'import', targetId: runId, after: { source } }),
    )
    workOn(ctx, place, runId, () =>
      check(ctx, files, { runId, source, startedBy: userId, reading }, () => place.goOn()).finally(() => {
        void ctx.workbench.discard(runId)
      }),
    )
    return { runId }
  } catch (error) {
    place.leave()
    await ctx.workbench.discard(runId)
    throw error
  }
}

async function check(
  ctx: Context,
  files: SourceFiles,
  { reading, ...run }: { runId: string; source: string; startedBy: string; reading: ReadingOptions },
  progress: () => void,
) {
  const options = { ...reading, paidUntil: null, grantsAdmins: false }
  const keepHashConfig = async () => {}
  const start = { ...run, options, isCheck: true, keepHashConfig }
  await startRun(ctx, files, ctx.workbench.spool, start, { problem() {}, progress })
}

const dayMs = 24 * 60 * 60_000

/** Removes the files of checked imports that were not applied in time: they hold a whole business. */
export async function forgetChecked(services: Services) {
  const { db, clock, workbench } = services
  const before = new Date(clock.now().getTime() - checkedDays * dayMs)
  for (const runId of await listCheckedBefore(db, before)) {
    await workbench.spool(runId).remove()
    await saveStopped(db, runId, 'forgotten', clock.now())
  }
}
