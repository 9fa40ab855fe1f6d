import { IconCopy, IconInbox, IconLock, IconLockOpen, IconPencil, IconShare, IconTrash } from '@tabler/icons-react'
import { ActionMenu } from '@quaff/platform/console/controls/action-menu'
import type { FormRow } from '../../building/contract'
import { removalRefusal } from '../../building/rules'
import type { OnSignupFormsSearch } from '../signup-forms-search-widget'
import { useFormVerbs } from './use-form-verbs'

interface FormMenuProps {
  form: FormRow
  onSearch: OnSignupFormsSearch
  onDelete: () => void
}

const openReason = { draft: 'It was never published.', live: undefined, closed: undefined } as const

export function FormMenu({ form, onSearch, onDelete }: FormMenuProps) {
  const verbs = useFormVerbs()
  const { id, name, status } = form
  const isClosed = status === 'closed'
  return (
    <ActionMenu
      label={`More actions for ${name}`}
      items={[
        { id: 'edit', label: 'Edit', icon: IconPencil, onSelect: () => onSearch({ id }) },
        { id: 'share', label: 'Share', icon: IconShare, onSelect: () => onSearch({ id, view: 'share' }) },
        {
          id: 'submissions',
          label: 'Submissions',
          icon: IconInbox,
          onSelect: () => onSearch({ tab: 'submissions', form: id, state: undefined, page: undefined }),
        },
        { id: 'copy', label: 'Duplicate', icon: IconCopy, onSelect: () => onSearch({ action: 'create', id }) },
        {
          id: 'open',
          label: isClosed ? 'Open again' : 'Close',
          icon: isClosed ? IconLockOpen : IconLock,
          disabledReason: openReason[status],
          onSelect: () => (isClosed ? verbs.reopen(form) : verbs.close(form)),
        },
        {
          id: 'delete',
          label: 'Delete',
          icon: IconTrash,
          danger: true,
          separated: true,
          disabledReason: removalRefusal(form) ?? undefined,
          onSelect: onDelete,
        },
      ]}
    />
  )
}
