import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize, type Context, inTransaction, type Locked, refuse, type Transaction } from '@quaff/platform/server'
import { merchantEvents, type ReasonedInput } from '../contract'
import {
  archivingOf,
  declineOf,
  restorationOf,
  suspensionOf,
  type LifecyclePatch,
  type LifecycleState,
} from '../lifecycle-rules'
import { merchantPermissions } from '../permissions'
import { merchantRefusals } from '../refusals'
import { findStatusBeforeStop } from './change-request-store'
import { plainLines } from './clean-profile'
import {
  declinedMail,
  mailOwners,
  type MerchantMail,
  type PageUrl,
  restoredMail,
  suspendedMail,
} from './merchant-emails'
import type { StoredMerchant } from './merchant-record-store'
import { readMerchant } from './read-merchants'
import { lockVersion, recordLifecycle } from './record-lifecycle'

type ReasonedStep = {
  action: 'decline' | 'suspend' | 'archive' | 'restore'
  patchOf: (merchant: LifecycleState, reason: string) => LifecyclePatch
  /** Null for archiving, which affects no one; the record has the reason. */
  mail: ((urlOf: PageUrl, name: string, reason: string) => MerchantMail) | null
}

const reasoned = (step: ReasonedStep) => async (ctx: Context, input: ReasonedInput) => takeStep(ctx, input, step)

export const declineMerchant = reasoned({ action: 'decline', patchOf: declineOf, mail: declinedMail })
export const suspendMerchant = reasoned({ action: 'suspend', patchOf: suspensionOf, mail: suspendedMail })
export const archiveMerchant = reasoned({ action: 'archive', patchOf: archivingOf, mail: null })
/** Back to what it was before it was suspended, declined or archived. */
export const restoreMerchant = reasoned({ action: 'restore', patchOf: restorationOf, mail: restoredMail })

/** A merchant that waited for review before it was stopped keeps its waiting time. */
async function waitingSince(tx: Transaction, merchant: Locked<StoredMerchant>, { status }: LifecyclePatch) {
  const statusChangedAt = status === 'pending_review' ? await findStatusBeforeStop(tx, merchant) : undefined
  return statusChangedAt ? { statusChangedAt } : {}
}

async function takeStep(ctx: Context, input: ReasonedInput, step: ReasonedStep) {
  const { action, patchOf, mail } = step
  const scope = scopeToMerchant(authorize(ctx.actor, merchantPermissions, `merchant.${action}`), input.merchantId)
  const reason = plainLines(input.reason)
  if (!reason) throw refuse(merchantRefusals, 'NO_REASON')
  await inTransaction(ctx, async (tx) => {
    const before = await lockVersion(tx, scope, input.version)
    const patch = patchOf(before, reason)
    const after = await recordLifecycle(ctx, tx, before, {
      action,
      auditAction: `${action}_merchant`,
      event: merchantEvents.updated,
      patch: action === 'restore' ? { ...patch, ...(await waitingSince(tx, before, patch)) } : patch,
      note: { reason },
    })
    // Archiving sent no email, so this does not either.
    if (mail && before.status !== 'archived')
      await mailOwners(ctx, tx, after, (urlOf, name) => mail(urlOf, name, reason))
  })
  return readMerchant(ctx.db, scope)
}
