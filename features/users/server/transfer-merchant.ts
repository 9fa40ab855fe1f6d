import { resolveRole } from '@quaff/features/accounts/rules'
import {
  addMembership,
  type LockedPerson,
  lockPeople,
  removeMembership,
  unlinkApplication,
} from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import {
  findApplicationOf,
  lockMerchant,
  updateMerchantRow,
  type StoredMerchant,
} from '@quaff/features/merchants/server'
import { endSessions, scopeToMerchant, type OneMerchant } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse, staleVersion } from '@quaff/platform/shared/refusal'
import type { TransferMerchantInput } from '../contract'
import { userPermissions } from '../permissions'
import { transferRefusals } from '../refusals'
import { decideTransfer } from '../rules'
import { mailTransfer } from './mail-transfer'
import { publishUser } from './publish-user'

/** Another person becomes the owner; the former one stays in the team or loses the merchant. Administrators only. */
export async function transferMerchant(ctx: Context, input: TransferMerchantInput): Promise<{ success: true }> {
  const { merchantId, newOwnerId, keepFormerOwner } = input
  const actor = authorize(ctx.actor, userPermissions, 'user.transferMerchant')
  const scope = scopeToMerchant(actor, merchantId)
  await inTransaction(ctx, async (tx) => {
    const merchant = await lockMerchant(tx, scope)
    if (merchant.version !== input.version)
      throw staleVersion({ type: 'merchant', id: merchantId, savedAt: merchant.updatedAt })
    const people = await lockPeople(tx, merchant.ownerId ? [newOwnerId, merchant.ownerId] : [newOwnerId])
    const newOwner = people.find((person) => person.id === newOwnerId)
    const formerOwner = people.find((person) => person.id === merchant.ownerId)
    refuseUnlessPossible(merchant, newOwner)
    await updateMerchantRow(tx, merchant, { ownerId: newOwnerId }, ctx.clock.now())
    await moveAccess(ctx, tx, scope, { newOwnerId, formerOwner, keepFormerOwner, by: actor.userId })
    await recordAudit(ctx, tx, {
      action: 'transfer_merchant',
      targetType: 'merchant',
      targetId: merchantId,
      merchantId,
      before: { ownerId: merchant.ownerId },
      after: { ownerId: newOwnerId, keepFormerOwner },
    })
    await mailTransfer(ctx, tx, { merchant, newOwner, formerOwner, keepFormerOwner })
  })
  return { success: true }
}

function refuseUnlessPossible(merchant: StoredMerchant, newOwner: LockedPerson | undefined): void {
  const verdict = decideTransfer({
    merchantStatus: merchant.status,
    applicationStatus: merchant.applicationStatus,
    isOwnerAlready: newOwner?.id === merchant.ownerId,
    newOwner: newOwner
      ? {
          status: newOwner.status,
          role: resolveRole({ claims: newOwner.claims, adminRecordRole: newOwner.adminRecordRole }),
        }
      : null,
  })
  if (!verdict.ok) throw refuse(transferRefusals, verdict.reason).with({ field: 'newOwnerId' })
}

type Move = { newOwnerId: string; formerOwner: LockedPerson | undefined; keepFormerOwner: boolean; by: string }

/** Whose merchants change signs in anew (G15). */
async function moveAccess(ctx: Context, tx: Transaction, merchant: OneMerchant, move: Move): Promise<void> {
  const { newOwnerId, formerOwner, keepFormerOwner, by } = move
  const now = ctx.clock.now()
  const changed: string[] = []
  if (await addMembership(tx, { userId: newOwnerId, merchantId: merchant.id }, now)) changed.push(newOwnerId)
  if (formerOwner) {
    const isChanged = keepFormerOwner
      ? await addMembership(tx, { userId: formerOwner.id, merchantId: merchant.id }, now)
      : await removeAccess(ctx, tx, merchant, formerOwner.id)
    if (isChanged) changed.push(formerOwner.id)
  }
  for (const userId of changed) {
    await endSessions(tx, userId)
    const details = { by, merchantId: merchant.id }
    await addUserActivity(ctx, tx, { userId, action: 'merchants_changed', details })
    await publishUser(tx, userId, [merchant.id])
  }
}

/** An owner may have had the merchant by being its owner only, or by the application: the last door closes too. */
async function removeAccess(ctx: Context, tx: Transaction, merchant: OneMerchant, userId: string): Promise<true> {
  const now = ctx.clock.now()
  await removeMembership(tx, { userId, merchantId: merchant.id }, now)
  const application = await findApplicationOf(tx, merchant)
  if (application) await unlinkApplication(tx, { userId, applicationId: application.id }, now)
  return true
}
