import { listOwnersToMail } from '@quaff/features/merchants/server'
import { merchantScope } from '@quaff/features/sessions/server'
import { authorize, type Context, inTransaction, queueMail, recordAudit, refuse } from '@quaff/platform/server'
import { payoutPermissions } from '../../permissions'
import { payoutRefusals } from '../../refusals'
import { lockPayout } from '../../server/payouts-store'
import { findPayout } from '../../server/reading/payout-read-store'
import { payoutScope } from '../../server/reading/payout-scope'
import { presentPayoutRow } from '../../server/reading/read-payouts'
import { bankMissingMail } from '../../statement/server/payout-emails'
import type { Reminded, RemindOwnersInput } from '../contract'
import { reminderRefusals } from '../refusals'
import { takeReminder } from './reminder-store'

/** Emails the owners about the bank details that keep a payout from being paid. Once a day for each merchant. */
export async function remindOwners(ctx: Context, { payoutId }: RemindOwnersInput): Promise<Reminded> {
  const actor = authorize(ctx.actor, payoutPermissions, 'payout.manage')
  return inTransaction(ctx, async (tx) => {
    const { payout } = await lockPayout(tx, merchantScope(actor), payoutId)
    const found = await findPayout(tx, payoutScope(actor), payoutId)
    if (!found) throw refuse(payoutRefusals, 'PAYOUT')
    const { merchantId, merchantName, bankProblem: problem, period } = presentPayoutRow(ctx, found, actor)
    if (problem === null) throw refuse(reminderRefusals, 'BANK_COMPLETE')
    const owners = (await listOwnersToMail(tx, merchantId)).filter(({ isPlaceholder }) => !isPlaceholder)
    if (owners.length === 0) throw refuse(reminderRefusals, 'NO_OWNER')
    const remindedAt = ctx.clock.now()
    if (!(await takeReminder(tx, payout, { remindedAt, remindedBy: actor.userId })))
      throw refuse(reminderRefusals, 'ALREADY_REMINDED')
    const mail = bankMissingMail(ctx, { merchantId, merchantName, problem })
    for (const { email: to } of owners) await queueMail(ctx, tx, { to, ...mail })
    await recordAudit(ctx, tx, {
      action: 'remind_owners',
      targetType: 'merchant',
      targetId: merchantId,
      merchantId,
      after: { merchant: merchantName, period, problem, owners: owners.length },
    })
    return { remindedAt }
  })
}
