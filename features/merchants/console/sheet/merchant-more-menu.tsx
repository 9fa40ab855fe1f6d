import {
  IconArchive,
  IconArrowBackUp,
  IconBan,
  IconCircleX,
  IconCopy,
  IconDots,
  IconEye,
  IconLink,
  IconTrash,
  IconUserShare,
} from '@tabler/icons-react'
import { usePreviewStart } from '@quaff/features/sessions/console/preview/preview-start-widget'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { userPermissions } from '@quaff/features/users/permissions'
import { ActionMenu, type ActionMenuItem } from '@quaff/platform/console/controls/action-menu'
import { IconButton } from '@quaff/platform/console/controls/button'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import type { MerchantRecord } from '../../contract'
import { merchantPermissions } from '../../permissions'
import { actionPermissions, stateReason, type MerchantAction } from '../actions/possible-actions'
import type { SheetDialog } from './use-sheet-dialogs'

interface MerchantMoreMenuProps {
  merchant: MerchantRecord
  onDialog: (dialog: SheetDialog) => void
}

async function copy(text: string, title: string) {
  try {
    await navigator.clipboard.writeText(text)
    notifySuccess(title)
  } catch {
    notifyError('It could not be copied', `Copy it by hand: ${text}`)
  }
}

const linkTo = (merchantId: string) => `${window.location.origin}/merchants?id=${merchantId}`

const stateActions: {
  action: MerchantAction & ('decline' | 'suspend' | 'restore' | 'archive')
  label: string
  icon: IconLike
}[] = [
  { action: 'decline', label: 'Decline…', icon: IconCircleX },
  { action: 'suspend', label: 'Suspend…', icon: IconBan },
  { action: 'restore', label: 'Restore…', icon: IconArrowBackUp },
  { action: 'archive', label: 'Archive…', icon: IconArchive },
]

/** Holds what the state and the role allow, and nothing else. */
export function MerchantMoreMenu({ merchant, onDialog }: MerchantMoreMenuProps) {
  const allowed = {
    decline: useCan(merchantPermissions, actionPermissions.decline).allowed,
    suspend: useCan(merchantPermissions, actionPermissions.suspend).allowed,
    restore: useCan(merchantPermissions, actionPermissions.restore).allowed,
    archive: useCan(merchantPermissions, actionPermissions.archive).allowed,
    delete: useCan(merchantPermissions, actionPermissions.delete).allowed,
  }
  const mayTransfer = useCan(userPermissions, 'user.transferMerchant').allowed
  const { mayPreview, startPreview } = usePreviewStart()
  const possible = stateActions.filter(({ action }) => allowed[action] && stateReason(action, merchant) === undefined)
  const items: ActionMenuItem[] = [
    { id: 'copy-id', label: 'Copy id', icon: IconCopy, onSelect: () => void copy(merchant.id, 'Id copied') },
    {
      id: 'copy-link',
      label: 'Copy link',
      icon: IconLink,
      onSelect: () => void copy(linkTo(merchant.id), 'Link copied'),
    },
  ]
  if (mayPreview(merchant.id))
    items.push({
      id: 'preview',
      label: 'Preview as viewer',
      icon: IconEye,
      onSelect: () => void startPreview(merchant.id),
    })
  if (mayTransfer)
    items.push({
      id: 'transfer',
      label: 'Transfer to another owner…',
      icon: IconUserShare,
      onSelect: () => onDialog('transfer'),
    })
  items.push(
    ...possible.map(({ action, label, icon }, index) => ({
      id: action,
      label,
      icon,
      separated: index === 0,
      onSelect: () => onDialog(action),
    })),
  )
  if (allowed.delete)
    items.push({
      id: 'delete',
      label: 'Delete…',
      icon: IconTrash,
      danger: true,
      separated: true,
      onSelect: () => onDialog('delete'),
    })
  return (
    <ActionMenu
      label={`More actions for ${merchant.name}`}
      items={items}
      target={<IconButton icon={IconDots} label={`More actions for ${merchant.name}`} variant="default" />}
    />
  )
}
