import { IconBuildingStore, IconWorld } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { SelectedMerchant } from '@quaff/features/sessions/console/session-widget'
import { CommandList, type CommandGroup } from '@quaff/platform/console/frame/command-list'
import type { MerchantOption } from '../contract'
import { useFoundMerchants } from './merchant-queries-widget'
import { merchantStateText } from './merchant-state-text'

interface MerchantPickListProps {
  currentId: string | null
  onSelect: (merchant: SelectedMerchant) => void
  /** Given to administrators only: offers the view of all merchants. */
  onSelectAll?: () => void
  onClose?: () => void
  /** True if the user opened the list. */
  takesFocus?: boolean
}

/** Searchable list of the merchants that a person may look at. */
export function MerchantPickList({
  currentId,
  onSelect,
  onSelectAll,
  onClose,
  takesFocus = false,
}: MerchantPickListProps) {
  const [query, setQuery] = useState('')
  const rootRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) rootRef.current?.querySelector('input')?.focus()
  }, [takesFocus])
  const { data = [], isPending } = useFoundMerchants(query)

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
    </div>
  )
}
