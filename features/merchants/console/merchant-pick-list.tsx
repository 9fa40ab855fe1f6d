import { IconBuildingStore, IconPlus, IconWorld } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type SelectedMerchant, useCan } from '@quaff/features/sessions/console/session-widget'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { CommandList, type CommandGroup } from '@quaff/platform/console/frame/command-list'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import type { MerchantOption } from '../contract'
import { merchantPermissions } from '../permissions'
import { useFoundMerchants } from './merchant-queries-widget'
import { merchantStateText } from './merchant-state-text'

interface MerchantPickListProps {
  currentId: string | null
  onSelect: (merchant: SelectedMerchant) => void
  /** Given to administrators only: offers the view of all merchants. */
  onSelectAll?: () => void
  onClose?: () => void
  /** Given to owners only: offers another venue. */
  onAdd?: () => void
  takesFocus?: boolean
}

export function MerchantPickList({
  currentId,
  onSelect,
  onSelectAll,
  onAdd,
  onClose,
  takesFocus = false,
}: MerchantPickListProps) {
  const [query, setQuery] = useState('')
  const rootRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) rootRef.current?.querySelector('input')?.focus()
  }, [takesFocus])
  const { data = [], isPending, isError } = useFoundMerchants(query)
  const mayCreate = useCan(merchantPermissions, 'merchant.create').allowed

  const presentOption = ({ id, name, logoUrl, ...state }: MerchantOption) => ({
    id,
    label: name,
    icon: IconBuildingStore,
    description: `${id === currentId ? 'Current · ' : ''}${merchantStateText(state)}`,
    onSelect: () => onSelect({ id, name, logoUrl }),
  })
  const groups: CommandGroup[] = [{ label: 'Merchants', items: data.map(presentOption) }]
  if (onSelectAll && query.trim() === '') {
    const all = { id: 'all', label: 'All Merchants (Global View)', icon: IconWorld, onSelect: onSelectAll }
    groups.unshift({ label: 'View', items: [{ ...all, description: currentId === null ? 'Current' : undefined }] })
  }
  if (!isPending && !isError && data.length === 0 && query === '' && mayCreate) return <NoMerchants onLeave={onClose} />
  return (
    <div ref={rootRef}>
      <CommandList
        groups={groups}
        query={query}
        onQueryChange={setQuery}
        loading={isPending}
        loadingText="Loading merchants..."
        emptyText="No merchants found."
        placeholder="Search merchants..."
        onClose={onClose}
      />
      {onAdd && (
        <Button
          variant="quiet"
          size="sm"
          icon={IconPlus}
          fullWidth
          onClick={() => {
            onClose?.()
            onAdd()
          }}
        >
          Add another venue…
        </Button>
      )}
    </div>
  )
}

function NoMerchants({ onLeave }: { onLeave: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={IconBuildingStore}
      title="No merchants found."
      text="Create the first one, or invite its owner."
      action={
        <span className="q-row q-wrap">
          <ButtonLink to="/merchants?action=create" variant="primary" onClick={onLeave}>
            Create merchant
          </ButtonLink>
          <ButtonLink to="/users?action=invite-owner" onClick={onLeave}>
            Invite owner
          </ButtonLink>
        </span>
      }
    />
  )
}
