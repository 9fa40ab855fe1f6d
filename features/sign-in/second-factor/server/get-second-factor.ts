import { isSecondFactorRequired } from '@quaff/features/sessions/rules'
import { isSecondFactorDemanded } from '@quaff/features/sessions/server'
import { requireSignedIn } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { SecondFactor } from '../contract'
import { findFactor } from './second-factor-store'

/** A key that waits for its first code does not count. */
export async function getSecondFactor(ctx: Context): Promise<SecondFactor> {
  const { userId, role } = requireSignedIn(ctx.actor)
  const factor = await findFactor(ctx.db, userId)
  const since = factor?.confirmedAt ?? null
  return {
    isOn: since !== null,
    since,
    recoveryCodesLeft: since === null ? 0 : (factor?.recoveryHashes.length ?? 0),
    isRequired: isSecondFactorRequired(role, await isSecondFactorDemanded(ctx.db)),
  }
}
