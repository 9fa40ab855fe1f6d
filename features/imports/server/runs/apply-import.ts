import { requireRecentSignIn } from '@quaff/features/sessions/server'
import { readHashParameters } from '@quaff/firestore-export/source'
import { authorize, type Context, inTransaction, recordAudit, refuse } from '@quaff/platform/server'
import type { ApplyImportInput, ImportRunRow, RunIdInput } from '../../contract'
import { importPermissions } from '../../permissions'
import { importRefusals } from '../../refusals'
import { applyRun } from '../apply/apply-run'
import {
  chooseHashConfig,
  hashSettings,
  refuseDamaged,
  refuseWithoutAnswers,
  refuseWithoutInstant,
  refuseWrongIds,
} from '../apply/start-run'
import { continueRun, takePlace, workOnRun } from './background'
import { presentRun, readRun } from './read-imports'
import { findRunRow } from './read-imports-store'
import { holdAlone, holdPlace } from './run-lock'
import { findRun, findRunning, forgetProblems, saveOptions, saveState } from './run-store'
import { undoRun } from './undo-run'

/**
 * Applies a checked import in the background.
 * @throws SIGN_IN_AGAIN, IMPORT_GONE, IMPORT_NOT_CHECKED, SOURCE_DAMAGED, SPOOL_GONE, ID_LINES, PAID_UNTIL,
 * MONEY_ANSWERS, HASH_SETTINGS, IMPORT_RUNNING
 */
export async function applyImport(
  ctx: Context,
  { runId, paidUntil, grantsAdmins, takesDamaged = false }: ApplyImportInput,
): Promise<ImportRunRow> {
  authorize(ctx.actor, importPermissions, 'import.run')
  requireRecentSignIn(ctx)
  const found = await findRun(ctx.db, runId)
  if (!found) throw refuse(importRefusals, 'IMPORT_GONE')
  if (found.state !== 'checked' || !found.report) throw refuse(importRefusals, 'IMPORT_NOT_CHECKED')
  const chosen = { paidUntil: paidUntil?.toISOString() ?? null, grantsAdmins, takesDamaged }
  refuseWrongIds(found.report)
  refuseDamaged(found.report, chosen)
  refuseWithoutInstant(found.report, chosen.paidUntil)
  await refuseWithoutAnswers(ctx.db, found.report, found.options)
  if (!(await ctx.workbench.spool(runId).isWhole())) throw refuse(importRefusals, 'SPOOL_GONE')
  const place = takePlace(ctx)
  try {
    const config = await readSettings(ctx, runId)
    const hashConfigId = await chooseHashConfig(ctx, config, (settings) => ctx.passwords.borrow(settings))
    await inTransaction(ctx, async (tx) => {
      await holdAlone(tx, runId)
      await holdPlace(tx, found)
      // The end of the run reports these again, with more knowledge.
      await forgetProblems(tx, runId, 'role_not_given')
      if (grantsAdmins) await forgetProblems(tx, runId, 'not_granted')
      await saveOptions(tx, runId, { ...found.options, ...chosen, hashConfigId })
      await saveState(tx, runId, 'writing', null)
      await recordAudit(ctx, tx, {
        action: 'apply_import',
        targetType: 'import',
        targetId: runId,
        after: { source: found.source, ...chosen },
      })
    })
    workOnRun(ctx, place, runId, applyRun)
  } catch (error) {
    place.leave()
    throw error
  }
  return readRun(ctx, runId)
}

async function readSettings(ctx: Context, runId: string) {
  const lines: string[] = []
  for await (const line of ctx.workbench.spool(runId).lines(hashSettings)) lines.push(line)
  return lines.length === 0 ? null : readHashParameters(lines.join('\n'))
}

/**
 * Continues an interrupted import or undo, also of a command-line import whose spool is on this machine.
 * @throws SIGN_IN_AGAIN, IMPORT_GONE, IMPORT_OVER, SPOOL_GONE, IMPORT_RUNNING
 */
export async function continueImport(ctx: Context, { runId }: RunIdInput): Promise<ImportRunRow> {
  authorize(ctx.actor, importPermissions, 'import.run')
  requireRecentSignIn(ctx)
  const run = await findRunRow(ctx.db, runId)
  if (!run) throw refuse(importRefusals, 'IMPORT_GONE')
  if (run.state !== 'writing' && run.state !== 'undoing') throw refuse(importRefusals, 'IMPORT_OVER')
  if (!presentRun(run).mayContinue) throw refuse(importRefusals, 'IMPORT_RUNNING')
  if (run.state === 'writing' && !(await ctx.workbench.spool(runId).isWhole()))
    throw refuse(importRefusals, 'SPOOL_GONE')
  const place = takePlace(ctx)
  try {
    await inTransaction(ctx, (tx) =>
      recordAudit(ctx, tx, { action: 'continue_import', targetType: 'import', targetId: runId }),
    )
    workOnRun(ctx, place, runId, continueRun)
  } catch (error) {
    place.leave()
    throw error
  }
  return readRun(ctx, runId)
}

/**
 * Undoes an import in the background. The audit row is written at the end.
 * @throws SIGN_IN_AGAIN, IMPORT_GONE, IMPORT_UNDONE, IMPORT_EMPTY, IMPORT_RUNNING
 */
export async function undoImport(ctx: Context, { runId }: RunIdInput): Promise<ImportRunRow> {
  authorize(ctx.actor, importPermissions, 'import.run')
  requireRecentSignIn(ctx)
  const run = await findRunRow(ctx.db, runId)
  if (!run) throw refuse(importRefusals, 'IMPORT_GONE')
  if (run.state === 'undone') throw refuse(importRefusals, 'IMPORT_UNDONE')
  if (run.state === 'reading' || run.state === 'checked') throw refuse(importRefusals, 'IMPORT_EMPTY')
  const isAtIt = (run.state === 'writing' || run.state === 'undoing') && run.isMoving
  if (isAtIt || (await findRunning(ctx.db, runId))) throw refuse(importRefusals, 'IMPORT_RUNNING')
  const place = takePlace(ctx)
  workOnRun(ctx, place, runId, undoRun)
  return { ...(await readRun(ctx, runId)), state: 'undoing', mayUndo: false, mayContinue: false }
}
