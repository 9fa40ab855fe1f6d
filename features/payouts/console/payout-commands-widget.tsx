import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCashOff,
  IconCircleCheck,
  IconPlus,
  IconSend,
  IconThumbUp,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { roleReason, type CommandContext } from '@quaff/features/sessions/console/session-widget'
import { defineCommands, type May } from '@quaff/platform/console/frame/command'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { PayoutRow } from '../contract'
import { periodName } from '../period-rules'
import { payoutPermissions } from '../permissions'
import type { PayoutAction } from '../progress/contract'
import { refusedProgress } from '../progress/rules'

/** Excludes changes of a draft's lines, which the amounts offer. */
export type ProgressAction = Exclude<PayoutAction, 'addAdjustment' | 'removeAdjustment'>

/** "Bean There, October 2026". Payouts of the same month in other currencies share the name. */
export const payoutName = ({ merchantName, period }: Pick<PayoutRow, 'merchantName' | 'period'>) =>
  `${isolated(merchantName)}, ${periodName(period)}`

type Subject = Pick<PayoutRow, 'id' | 'merchantName' | 'period' | 'status' | 'net'>

const step =
  (action: ProgressAction) =>
  (payout: Subject, { role }: CommandContext): May => {
    if (roleReason(payoutPermissions, 'payout.manage', role) !== null) return null
    const disabledReason = refusedProgress(action, payout)
    return disabledReason === undefined ? true : { disabledReason }
  }

const closeLabel = 'Close: nothing to pay'
/** Hidden unless possible, because approval settles a payout of 0 by itself. */
const closing = (payout: Subject, details: CommandContext): May => {
  const may = step('close')(payout, details)
  return may === true ? may : null
}

export const payoutCommands = defineCommands<Subject, CommandContext>()('payout', payoutName, {
  approve: { label: 'Approve', icon: IconThumbUp, opensDialog: true, may: step('approve') },
  close: { label: closeLabel, short: 'Close', icon: IconCashOff, opensDialog: true, may: closing },
  markSent: { label: 'Mark as sent', icon: IconSend, opensDialog: true, may: step('markSent') },
  confirm: { label: 'Confirm', icon: IconCircleCheck, opensDialog: true, may: step('confirm') },
  fail: { label: 'Mark as failed', icon: IconX, opensDialog: true, may: step('fail') },
  addToNext: { label: 'Add to next payout', icon: IconPlus, opensDialog: true, may: step('addToNext') },
  carryOver: { label: 'Carry over', icon: IconArrowForwardUp, opensDialog: true, may: step('carryOver') },
  reopen: { label: 'Reopen', icon: IconArrowBackUp, opensDialog: true, may: step('reopen') },
  discard: { label: 'Discard', icon: IconTrash, opensDialog: true, danger: true, may: step('discard') },
} satisfies Record<ProgressAction, object>)
