import { IconCopy } from '@tabler/icons-react'
import { ActionMenu } from '@quaff/platform/console/controls/action-menu'
import type { AffiliateLink } from '../../contract'
import { actionLooks, offeredActions, type StartLinkAction } from '../change/use-link-actions'
import { copyAddress } from '../copy-address-button'

type LinkMenuProps = { link: AffiliateLink; mayChange: boolean; start: StartLinkAction }

/** What the state and the role leave. */
export function LinkMenu({ link, mayChange, start }: LinkMenuProps) {
  const offered = offeredActions(link).filter((action) => mayChange || !actionLooks[action].changes)
  const copy = { id: 'copy', label: 'Copy link', icon: IconCopy, onSelect: () => void copyAddress(link.address) }
  return (
    <ActionMenu
      label={`More actions for ${link.name}`}
      items={[
        copy,
        ...offered.map((action) => ({
          id: action,
          label: actionLooks[action].label,
          icon: actionLooks[action].icon,
          shortcut: actionLooks[action].shortcut,
          danger: action === 'archive',
          separated: action === 'archive' || action === 'restore',
          onSelect: () => start(action, link),
        })),
      ]}
    />
  )
}
