import { IconFileImport, IconLock, IconLockOpen, IconPencil, IconSend, IconShare, IconTrash } from '@tabler/icons-react'
import { defineCommands } from '@quaff/platform/console/frame/command'
import type { Waitlist } from '../contract'

type List = Pick<Waitlist, 'id' | 'name' | 'counts' | 'isOpen'>

const nobodyWaits = 'No one is waiting'
const notEmpty = 'This waitlist has people. Close it instead.'

export const waitlistCommands = defineCommands<List>()('waitlist', ({ name }) => name, {
  share: { label: 'Share', icon: IconShare, keywords: 'link', may: () => true },
  import: { label: 'Import people', icon: IconFileImport, keywords: 'CSV Excel', may: () => true },
  next: {
    label: 'Invite next',
    icon: IconSend,
    opensDialog: true,
    may: ({ counts }) => counts.waiting + counts.shortlisted > 0 || { disabledReason: nobodyWaits },
  },
  edit: { label: 'Edit', icon: IconPencil, may: () => true },
  close: { label: 'Close waitlist', icon: IconLock, may: ({ isOpen }) => isOpen || null },
  open: { label: 'Open waitlist', icon: IconLockOpen, may: ({ isOpen }) => !isOpen || null },
  delete: {
    label: 'Delete',
    icon: IconTrash,
    danger: true,
    opensDialog: true,
    may: ({ counts }) => Object.values(counts).every((count) => count === 0) || { disabledReason: notEmpty },
  },
})
export type WaitlistAction = keyof typeof waitlistCommands.commands
