import { adminRole } from '@quaff/platform/shared/product'
import type { ReasonIn, Verdict } from '@quaff/platform/shared/refusal'
import { accessLimits } from './access-contract'
import type { merchantInvitationRefusals } from './merchant-invitations-refusals'
import { isMerchantRole } from './rules'

export type JoiningPerson = {
  role: string
  merchantIds: readonly string[]
  ownsMerchant: boolean
  hasApplication: boolean
}

/**
 * Decides whether a person with a console account may accept. An account has one role: an invitation never changes what
 * its holder may do at another merchant.
 */
export function decideJoin(
  person: JoiningPerson,
  invited: { role: string; merchantIds: readonly string[] },
): Verdict<ReasonIn<typeof merchantInvitationRefusals>> {
  const { role, merchantIds, ownsMerchant, hasApplication } = person
  if (role === adminRole) return { ok: false, reason: 'SEES_ALL' }
  const worksElsewhere = merchantIds.length > 0 || ownsMerchant || hasApplication
  if (!isMerchantRole(role) || (role !== invited.role && worksElsewhere)) return { ok: false, reason: 'OTHER_ROLE' }
  const all = new Set([...merchantIds, ...invited.merchantIds])
  if (all.size > accessLimits.merchantsPerUser) return { ok: false, reason: 'TOO_MANY' }
  return { ok: true }
}
