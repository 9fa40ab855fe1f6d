import { adminRole } from '@quaff/platform/shared/product'
import type { Sum } from '../../figures/contract'

/** Roles that are told apart; all others are one, so that nobody's words become figures. */
const figureRoles: ReadonlySet<string> = new Set([adminRole, 'merchant_owner', 'merchant_viewer', 'customer'])

export type PersonFigures = { role: string; hasPassword: boolean }

export const figureRole = (role: string) => (figureRoles.has(role) ? role : 'other')

export function personSums({ role, hasPassword }: PersonFigures, count = 1): Sum[] {
  const sum = { of: role, currency: '', value: count }
  return [{ figure: 'people', ...sum }, ...(hasPassword ? [{ figure: 'passwords' as const, ...sum }] : [])]
}
