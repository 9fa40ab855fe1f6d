import type { Context } from '@quaff/platform/server/context'
import type { CodePurpose } from '../../server/tables'

/** Bound to what it is for: the same six digits of another account, or of another session, do not match. */
export function hashCode(ctx: Context, purpose: CodePurpose, boundTo: string, code: string): string {
  return ctx.secrets.hash(`${purpose}:${boundTo}:${code}`)
}
