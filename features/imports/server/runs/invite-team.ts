import { requireRecentSignIn } from '@quaff/features/sessions/server'
import { mailWayIn } from '@quaff/features/users/server'
import {
  authorize,
  type Context,
  inTransaction,
  isRefusal,
  recordAudit,
  refuse,
  type UserActor,
} from '@quaff/platform/server'
import type { ImportedTeam, InviteTeamInput, RunIdInput } from '../../contract'
import { importPermissions } from '../../permissions'
import { importRefusals } from '../../refusals'
import { findRun } from './run-store'
import { countTeam, listUninvited, noteInvited } from './team-store'

/** Emails per request. `left` says that there are more. */
const atOnce = 200

/**
 * Emails imported team members, each at most once, even if requests overlap. An import itself sends no email.
 * @throws SIGN_IN_AGAIN, IMPORT_GONE, IMPORT_NOT_DONE
 */
export async function inviteTeam(
  ctx: Context,
  { runId, withPassword }: InviteTeamInput,
): Promise<{ invited: number; left: boolean }> {
  authorize(ctx.actor, importPermissions, 'import.run')
  const actor = requireRecentSignIn(ctx)
  const run = await findRun(ctx.db, runId)
  if (!run) throw refuse(importRefusals, 'IMPORT_GONE')
  if (run.state !== 'done') throw refuse(importRefusals, 'IMPORT_NOT_DONE')
  const people = await listUninvited(ctx.db, runId, { withPassword, limit: atOnce })
  let invited = 0
  for (const person of people) if (await inviteOne(ctx, actor, runId, person)) invited += 1
  if (invited > 0)
    await inTransaction(ctx, (tx) =>
      recordAudit(ctx, tx, {
        action: 'invite_imported_team',
        targetType: 'import',
        targetId: runId,
        after: { invited, withPassword },
      }),
    )
  return { invited, left: invited > 0 && people.length === atOnce }
}

/** Records and emails in one transaction. */
async function inviteOne(
  ctx: Context,
  actor: UserActor,
  runId: string,
  { id: userId, hasPassword }: { id: string; hasPassword: boolean },
) {
  try {
    return await inTransaction(ctx, async (tx) => {
      if (!(await noteInvited(tx, { userId, runId, invitedAt: ctx.clock.now() }))) return false
      await mailWayIn(ctx, tx, actor, { userId, hasPassword })
      return true
    })
  } catch (error) {
    // The person was suspended or erased in between. All others are still emailed.
    if (isRefusal(error)) return false
    throw error
  }
}

export async function getTeam(ctx: Context, { runId }: RunIdInput): Promise<ImportedTeam> {
  authorize(ctx.actor, importPermissions, 'import.read')
  if (!(await findRun(ctx.db, runId))) throw refuse(importRefusals, 'IMPORT_GONE')
  return countTeam(ctx.db, runId)
}
