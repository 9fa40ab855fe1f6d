import type { Context } from '@quaff/platform/server/context'
import type { IdentityFault } from '@quaff/platform/server/ports'
import { refuse } from '@quaff/platform/shared/refusal'
import { singleSignOnRefusals } from '../refusals'

const reasons = { AWAY: 'PROVIDER_AWAY', ANSWER: 'PROVIDER_ANSWER', CANCELLED: 'SIGN_IN_CANCELLED' } as const

/** Somebody who changed their mind is nothing to look into. */
export function refuseFault(ctx: Context, { fault, code }: IdentityFault): never {
  const facts = { requestId: ctx.request.requestId, fault, code }
  if (fault === 'CANCELLED') ctx.log.info('single_sign_on_failed', { requestId: ctx.request.requestId, fault, code })
  else ctx.log.warn('single_sign_on_failed', facts)
  throw refuse(singleSignOnRefusals, reasons[fault])
}
