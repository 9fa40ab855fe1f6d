import {
  IconArchive,
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconCircleX,
  IconCopy,
  IconEye,
  IconLink,
  IconMessage2,
  IconPencil,
  IconTrash,
  IconUserShare,
} from '@tabler/icons-react'
import { roleReason, type CommandContext } from '@quaff/features/sessions/console/session-widget'
import { mayPreview } from '@quaff/features/sessions/rules'
import { userPermissions } from '@quaff/features/users/permissions'
import { defineCommands, type May } from '@quaff/platform/console/frame/command'
import type { MerchantRecord, MerchantRow } from '../contract'
import { decideLifecycle, type LifecycleAction } from '../lifecycle-rules'
import { merchantPermissions } from '../permissions'
import { lifecycleRefusals } from '../refusals'

type State = Pick<MerchantRow, 'status' | 'needsReview' | 'isLive' | 'applicationStatus'> &
  Partial<Pick<MerchantRecord, 'changeRequest'>>
type Merchant = State & Pick<MerchantRow, 'id' | 'name'>
type Permission = keyof typeof merchantPermissions

/** Why the merchant's state does not allow it, in the server's own words; undefined when it does. */
export function stateReason(action: LifecycleAction, merchant: State): string | undefined {
  const { changeRequest = null } = merchant
  const verdict = decideLifecycle(action, { ...merchant, changeRequest, statusBefore: null })
  return verdict.ok ? undefined : lifecycleRefusals[verdict.reason].text
}

const allowed = (permission: Permission, { role }: CommandContext) =>
  roleReason(merchantPermissions, permission, role) === null

/** A separate button shows the reason. */
const answer =
  (permission: Permission, action?: LifecycleAction) =>
  (merchant: Merchant, { role }: CommandContext): May => {
    const disabledReason =
      roleReason(merchantPermissions, permission, role) ?? (action ? stateReason(action, merchant) : undefined)
    return disabledReason === undefined ? true : { disabledReason, onlyButton: true }
  }

const change =
  (permission: Permission, action: LifecycleAction) =>
  (merchant: Merchant, details: CommandContext): May =>
    (allowed(permission, details) && stateReason(action, merchant) === undefined) || null

export const merchantCommands = defineCommands<Merchant, CommandContext>()('merchant', ({ name }) => name, {
  approve: {
    label: 'Approve',
    icon: IconCheck,
    keys: 'a',
    opensDialog: true,
    may: answer('merchant.approve', 'approve'),
  },
  requestChanges: {
    label: 'Request changes',
    icon: IconMessage2,
    opensDialog: true,
    may: answer('merchant.requestChanges', 'requestChanges'),
  },
  edit: { label: 'Edit', icon: IconPencil, keys: 'e', may: answer('merchant.update') },
  copyId: { label: 'Copy ID', icon: IconCopy, may: () => true },
  copyLink: { label: 'Copy link', icon: IconLink, keywords: 'address', may: () => true },
  preview: {
    label: 'Preview as viewer',
    icon: IconEye,
    may: ({ id }, details) => mayPreview({ ...details, mustEnrol: false }, id) || null,
  },
  transfer: {
    label: 'Transfer to another owner',
    icon: IconUserShare,
    opensDialog: true,
    may: (_merchant, { role }) => roleReason(userPermissions, 'user.transferMerchant', role) === null || null,
  },
  decline: {
    label: 'Reject',
    icon: IconCircleX,
    keywords: 'decline',
    opensDialog: true,
    may: change('merchant.decline', 'decline'),
  },
  suspend: {
    label: 'Suspend',
    icon: IconBan,
    opensDialog: true,
    keywords: 'block',
    may: change('merchant.suspend', 'suspend'),
  },
  restore: {
    label: 'Restore',
    icon: IconArrowBackUp,
    opensDialog: true,
    keywords: 'unsuspend unarchive',
    may: change('merchant.restore', 'restore'),
  },
  archive: { label: 'Archive', icon: IconArchive, opensDialog: true, may: change('merchant.archive', 'archive') },
  delete: {
    label: 'Delete',
    icon: IconTrash,
    danger: true,
    opensDialog: true,
    keywords: 'remove',
    may: (_merchant, details) => allowed('merchant.delete', details) || null,
  },
})
export type MerchantCommand = keyof typeof merchantCommands.commands
type AtOnce = 'copyId' | 'copyLink' | 'preview'
export type SheetDialog = Exclude<MerchantCommand, AtOnce>
export type MerchantAction = Exclude<SheetDialog, 'edit' | 'transfer'>
