import { IconArchive, IconArchiveOff, IconCopy, IconCopyPlus, IconPencil, IconQrcode } from '@tabler/icons-react'
import { roleReason, type CommandContext } from '@quaff/features/sessions/console/session-widget'
import { defineCommands, type May } from '@quaff/platform/console/frame/command'
import type { AffiliateLink } from '../contract'
import { affiliatePermissions } from '../permissions'

type Link = Pick<AffiliateLink, 'id' | 'name' | 'state'>

function change(_link: Link, { role }: CommandContext): May {
  const disabledReason = roleReason(affiliatePermissions, 'link.edit', role)
  return disabledReason === null ? true : { disabledReason, onlyButton: true }
}

export const linkCommands = defineCommands<Link, CommandContext>()('link', ({ name }) => name, {
  copy: { label: 'Copy link', icon: IconCopy, keywords: 'address', may: () => true },
  qr: { label: 'QR code', icon: IconQrcode, keys: 'q', keywords: 'print', may: () => true },
  edit: { label: 'Edit', icon: IconPencil, keys: 'e', may: change },
  duplicate: { label: 'Duplicate', icon: IconCopyPlus, keys: 'd', keywords: 'copy', may: change },
  archive: {
    label: 'Archive',
    icon: IconArchive,
    may: (link, details) => (link.state === 'archived' ? null : change(link, details)),
  },
  restore: {
    label: 'Restore',
    icon: IconArchiveOff,
    keywords: 'unarchive',
    may: (link, details) => (link.state === 'archived' ? change(link, details) : null),
  },
})
export type LinkAction = keyof typeof linkCommands.commands
