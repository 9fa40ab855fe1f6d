import { type Context, refuse, takeFromLimit } from '@quaff/platform/server'
import type { GateInput } from '../email-verification-contract'
import { judgeVisit } from '../email-verification-rules'
import { emailVerificationRefusals } from '../refusals'

/** Returns a tamper-proof time of opening; `formKey` names the form, such as `waitlist:<id>`. */
export function openForm(ctx: Pick<Context, 'clock' | 'secrets'>, formKey: string): string {
  const startedAt = ctx.clock.now().getTime().toString(36)
  return `${startedAt}.${seal(ctx, formKey, startedAt)}`
}

/** When it was opened; null for a token of another form, or one that was made up. */
function readStart(ctx: Pick<Context, 'secrets'>, formKey: string, startToken: string) {
  const [startedAt = '', sealed] = startToken.split('.')
  // A keyed hash of 256 bits: a timing attack on the comparison does not help to forge one.
  if (sealed !== seal(ctx, formKey, startedAt)) return null
  return new Date(Number.parseInt(startedAt, 36))
}

const seal = ({ secrets }: Pick<Context, 'secrets'>, formKey: string, startedAt: string) =>
  secrets.hash(`form:${formKey}:${startedAt}`)

const tooMany = 'Too many attempts. Try again later.'

/**
 * False: keep nothing and answer as if it had worked. Called before a public form writes its row; counts one attempt of
 * the network and of the form. Refuses with BAD_REQUEST, reason FORM_EXPIRED or FORM_EARLY, and with TOO_MANY_REQUESTS.
 */
export async function passGate(ctx: Context, formKey: string, { startToken, trap }: GateInput): Promise<boolean> {
  const startedAt = readStart(ctx, formKey, startToken)
  const verdict = judgeVisit({ startedAt, now: ctx.clock.now(), trap })
  if (verdict === 'expired') throw refuse(emailVerificationRefusals, 'FORM_EXPIRED')
  if (verdict === 'early') throw refuse(emailVerificationRefusals, 'FORM_EARLY')
  await takeFromLimit(ctx, 'formPerNetwork', `${formKey}:${ctx.request.network}`, tooMany)
  if (verdict === 'drop') return false
  await takeFromLimit(ctx, 'form', formKey, tooMany)
  return true
}
