import type { Account } from '@quaff/features/accounts/server'
import { type Context, queueMail, refuse, type Transaction } from '@quaff/platform/server'
import { matchStep, plainLetters } from '@quaff/platform/server/one-time-password'
import { throttleSecondFactor } from '../../server/sign-in-throttle'
import { secondFactorLimits, type SecondProof } from '../contract'
import { secondFactorRefusals } from '../refusals'
import { showRecoveryCode } from '../rules'
import { recoveryCodeUsedMail } from './second-factor-emails'
import { openSecret } from './second-factor-keys'
import { findFactor, takeRecoveryHash, takeStep } from './second-factor-store'

type CheckedProof = {
  method: 'app' | 'recovery_code'
  /** Consumes the code in the caller's transaction. Refuses if a concurrent call was faster. */
  consume(tx: Transaction, account: Account): Promise<void>
}

/** Counts the try, then compares. The account must have a confirmed factor, or every code is wrong. */
export async function checkSecondProof(ctx: Context, userId: string, proof: SecondProof): Promise<CheckedProof> {
  if ('code' in proof) return checkAppCode(ctx, userId, proof.code)
  await throttleSecondFactor(ctx, 'recovery', userId)
  const hash = hashRecoveryCode(ctx, userId, proof.recoveryCode)
  const isKnown = (await findFactor(ctx.db, userId))?.recoveryHashes.includes(hash)
  if (!isKnown) throw refuse(secondFactorRefusals, 'WRONG_RECOVERY_CODE')
  return {
    method: 'recovery_code',
    async consume(tx, account) {
      const left = await takeRecoveryHash(tx, userId, hash)
      if (left === null) throw refuse(secondFactorRefusals, 'WRONG_RECOVERY_CODE')
      const to = { to: account.email, isPlaceholder: account.emailIsPlaceholder }
      await queueMail(ctx, tx, { ...to, ...recoveryCodeUsedMail(left) })
    },
  }
}

async function checkAppCode(ctx: Context, userId: string, code: string): Promise<CheckedProof> {
  await throttleSecondFactor(ctx, 'app', userId)
  const factor = await findFactor(ctx.db, userId)
  if (!factor?.confirmedAt) throw refuse(secondFactorRefusals, 'WRONG_APP_CODE')
  const secret = openSecret(ctx.fieldCipher, factor)
  const step = matchStep(secret, code, { now: ctx.clock.now(), lastUsed: factor.lastUsedStep })
  if (step === null) throw refuse(secondFactorRefusals, 'WRONG_APP_CODE')
  return {
    method: 'app',
    async consume(tx) {
      if (!(await takeStep(tx, userId, step))) throw refuse(secondFactorRefusals, 'WRONG_APP_CODE')
    },
  }
}

/** Creates recovery codes to show once and the hashes to store. */
export function newRecoveryCodes(ctx: Context, userId: string): { shown: string[]; hashes: string[] } {
  const codes = Array.from({ length: secondFactorLimits.recoveryCodes }, () =>
    plainLetters(ctx.secrets.newToken(), secondFactorLimits.recoveryCodeLength),
  )
  return { shown: codes.map(showRecoveryCode), hashes: codes.map((code) => hashRecoveryCode(ctx, userId, code)) }
}

function hashRecoveryCode(ctx: Context, userId: string, code: string) {
  return ctx.secrets.hash(`recovery_code:${userId}:${code}`)
}
