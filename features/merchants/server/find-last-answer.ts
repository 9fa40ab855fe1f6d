import { merchantNotFound, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { LastAnswer } from '../contract'
import { merchantPermissions } from '../permissions'
import { findAnswerRow } from './last-answer-store'
import { findMerchantRow } from './merchant-store'

/** Null where nobody of ours has answered it, as far as the log goes. */
export async function findLastAnswer(ctx: Context, { merchantId }: { merchantId: string }): Promise<LastAnswer | null> {
  const scope = scopeToMerchant(authorize(ctx.actor, merchantPermissions, 'merchant.review'), merchantId)
  if (!(await findMerchantRow(ctx.db, scope))) throw merchantNotFound()
  return (await findAnswerRow(ctx.db, scope)) ?? null
}
