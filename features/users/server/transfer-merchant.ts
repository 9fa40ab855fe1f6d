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
  type StoredMerchant,
  updateMerchantRow,
} from '@quaff/features/merchants/server'
import { endSessions, type OneMerchant, scopeToMerchant } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  inTransaction,
  queueMail,
  recordAudit,
  refuse,
  staleVersion,
  type Transaction,
  withoutControls,
} from '@quaff/platform/server'
import { merchantPage } from '@quaff/platform/shared/safe-address'
import type { TransferMerchantInput } from '../contract'
import { userPermissions } from '../permissions'
import { transferRefusals } from '../refusals'
import { decideTransfer } from '../rules'
import { formerOwnerMail, newOwnerMail } from './user-emails'
import { publishUser } from './user-presenter'

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

function refuseUnlessPossible(merchant: StoredMerchant, newOwner: LockedPerson | undefined) {
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

/** Ends the sessions of users whose merchants change (G15). */
async function moveAccess(ctx: Context, tx: Transaction, merchant: OneMerchant, move: Move) {
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

/** An owner may have had the merchant by being its owner only, or by the application: the last endpoint closes too. */
async function removeAccess(ctx: Context, tx: Transaction, merchant: OneMerchant, userId: string) {
  const now = ctx.clock.now()
  await removeMembership(tx, { userId, merchantId: merchant.id }, now)
  const application = await findApplicationOf(tx, merchant)
  if (application) await unlinkApplication(tx, { userId, applicationId: application.id }, now)
  return true
}

type Transfer = {
  merchant: StoredMerchant
  newOwner: LockedPerson | undefined
  formerOwner: LockedPerson | undefined
  keepFormerOwner: boolean
}

/** Both hear of it; a former owner whose account is blocked does not. */
async function mailTransfer(ctx: Context, tx: Transaction, transfer: Transfer) {
  const { merchant, newOwner, formerOwner, keepFormerOwner } = transfer
  const url = `${ctx.settings.baseUrl}/dashboard`
  const ownUrl = merchantPage(url, merchant.id)
  const name = withoutControls(merchant.name).trim() || 'Unknown Merchant'
  const tell = (person: LockedPerson | undefined, mail: ReturnType<typeof newOwnerMail>) =>
    person?.status === 'active'
      ? queueMail(ctx, tx, { to: person.email, isPlaceholder: person.emailIsPlaceholder, ...mail })
      : Promise.resolve()
  await tell(newOwner, newOwnerMail(ownUrl, name))
  await tell(formerOwner, formerOwnerMail(keepFormerOwner ? ownUrl : url, name, keepFormerOwner))
}
