import type { UserActor } from '@quaff/platform/server/actor'
import { adminRole } from '@quaff/platform/shared/product'
import { decideBankChange } from '../rules'

const sentences = {
  ARCHIVED: 'This merchant is archived: its bank details cannot be changed. Restore it first.',
  REJECTED: 'This merchant was declined: its bank details cannot be changed. Ask an administrator.',
} as const

/** Why nobody of this role changes the details now; null when they may. */
export function lockedReason(actor: UserActor, merchantStatus: string): string | null {
  const verdict = decideBankChange({ status: merchantStatus }, actor.role === adminRole)
  return verdict.ok ? null : sentences[verdict.reason]
}
