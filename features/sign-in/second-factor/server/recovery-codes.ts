import type { Context } from '@quaff/platform/server/context'
import { plainLetters } from '@quaff/platform/server/one-time-password'
import { secondFactorLimits } from '../contract'
import { showRecoveryCode } from '../rules'

/** Codes to be shown once, and what is kept of them. */
export function newRecoveryCodes(ctx: Context, userId: string): { shown: string[]; hashes: string[] } {
  const codes = Array.from({ length: secondFactorLimits.recoveryCodes }, () =>
    plainLetters(ctx.secrets.newToken(), secondFactorLimits.recoveryCodeLength),
  )
  return { shown: codes.map(showRecoveryCode), hashes: codes.map((code) => hashRecoveryCode(ctx, userId, code)) }
}

export function hashRecoveryCode(ctx: Context, userId: string, code: string): string {
  return ctx.secrets.hash(`recovery_code:${userId}:${code}`)
}
