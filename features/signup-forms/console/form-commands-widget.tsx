import { IconCopy, IconInbox, IconLock, IconLockOpen, IconPencil, IconShare, IconTrash } from '@tabler/icons-react'
import { defineCommands } from '@quaff/platform/console/frame/command'
import type { FormRow } from '../contract'
import { removalRefusal } from '../rules'

type Form = Pick<FormRow, 'id' | 'name' | 'status'> & Parameters<typeof removalRefusal>[0]

const neverPublished = 'Not published yet'

export const formCommands = defineCommands<Form>()('form', ({ name }) => name, {
  edit: { label: 'Edit', icon: IconPencil, may: () => true },
  share: { label: 'Share', icon: IconShare, keywords: 'embed link code', may: () => true },
  submissions: { label: 'Submissions', icon: IconInbox, keywords: 'answers', may: () => true },
  duplicate: { label: 'Duplicate', icon: IconCopy, keywords: 'copy', opensDialog: true, may: () => true },
  close: {
    label: 'Close',
    icon: IconLock,
    may: ({ status }) => (status === 'draft' ? { disabledReason: neverPublished } : status === 'live' || null),
  },
  reopen: { label: 'Reopen', icon: IconLockOpen, may: ({ status }) => status === 'closed' || null },
  delete: {
    label: 'Delete',
    icon: IconTrash,
    danger: true,
    opensDialog: true,
    may: (form) => {
      const disabledReason = removalRefusal(form)
      return disabledReason === null ? true : { disabledReason }
    },
  },
})
export type FormAction = keyof typeof formCommands.commands
