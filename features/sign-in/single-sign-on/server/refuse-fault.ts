import type { Context } from '@quaff/platform/server/context'
import type { IdentityFault } from '@quaff/platform/server/ports'
import { refuse } from '@quaff/platform/shared/refusal'
import { singleSignOnRefusals } from '../refusals'

const reasons = { AWAY: 'PROVIDER_AWAY', ANSWER: 'PROVIDER_ANSWER', CANCELLED: 'SIGN_IN_CANCELLED' } as const

/** Somebody who changed their mind is nothing to look into. */
export function refuseFault({ log, request: { requestId } }: Context, { fault, code }: IdentityFault): never {
  if (fault !== 'CANCELLED') log.warn('single_sign_on_failed', { requestId, fault, code })
  throw refuse(singleSignOnRefusals, reasons[fault])
}
