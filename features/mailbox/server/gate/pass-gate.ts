import type { Context } from '@quaff/platform/server/context'
import { takeFromLimit } from '@quaff/platform/server/rate-limits'
import { refuse } from '@quaff/platform/shared/refusal'
import type { GateInput } from '../../gate/contract'
import { judgeVisit } from '../../gate/rules'
import { mailboxRefusals } from '../../refusals'
import { readStart } from './open-form'

const tooMany = 'Too many attempts. Try again later.'

/**
 * False: keep nothing and answer as if it had worked. Called before a public form writes its row; counts one attempt of
 * the network and of the form. Refuses with BAD_REQUEST, reason FORM_EXPIRED or FORM_EARLY, and with TOO_MANY_REQUESTS.
 */
export async function passGate(ctx: Context, formKey: string, { startToken, trap }: GateInput): Promise<boolean> {
  const startedAt = readStart(ctx, formKey, startToken)
  const verdict = judgeVisit({ startedAt, now: ctx.clock.now(), trap })
  if (verdict === 'expired') throw refuse(mailboxRefusals, 'FORM_EXPIRED')
  if (verdict === 'early') throw refuse(mailboxRefusals, 'FORM_EARLY')
  await takeFromLimit(ctx, 'formPerNetwork', `${formKey}:${ctx.request.network}`, tooMany)
  if (verdict === 'drop') return false
  await takeFromLimit(ctx, 'form', formKey, tooMany)
  return true
}
