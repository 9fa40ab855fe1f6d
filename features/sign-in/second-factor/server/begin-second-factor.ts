import { requireRecentSignIn } from '@quaff/features/sessions/server'
import type { Context } from '@quaff/platform/server/context'
import { describeSecret, oneTimeSecret } from '@quaff/platform/server/one-time-password'
import { inTransaction } from '@quaff/platform/server/transaction'
import { product } from '@quaff/platform/shared/product'
import { refuse } from '@quaff/platform/shared/refusal'
import { secondFactorRefusals } from '../refusals'
import { putPendingFactor } from './second-factor-store'
import { sealSecret } from './totp-secret'

/** Makes a key and shows it this once; nothing is asked for it before a code of the app has confirmed it. */
export async function beginSecondFactor(ctx: Context): Promise<{ uri: string; key: string }> {
  const { userId, email } = requireRecentSignIn(ctx, { beforeEnrolment: true })
  const secret = oneTimeSecret(ctx.secrets.newToken())
  const sealed = sealSecret(ctx.fieldCipher, userId, secret)
  const isPut = await inTransaction(ctx, (tx) => putPendingFactor(tx, { ...sealed, createdAt: ctx.clock.now() }))
  if (!isPut) throw refuse(secondFactorRefusals, 'ALREADY_ON')
  return describeSecret(secret, { issuer: product.name, account: email })
}
