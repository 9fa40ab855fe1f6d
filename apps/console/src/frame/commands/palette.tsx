import { useDebouncedValue } from '@mantine/hooks'
import {
  IconArrowRight,
  IconBuildingStore,
  IconEye,
  IconPlus,
  IconReplace,
  IconUser,
  IconWorld,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { merchantsContract } from '@quaff/features/merchants/contract'
import { usePreviewStart } from '@quaff/features/sessions/console/preview/preview-start-widget'
import { useMerchantSelection, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import type { usersContract } from '@quaff/features/users/contract'
import type { NavEntry } from '@quaff/platform/console/frame/app-frame'
import { CommandPalette } from '@quaff/platform/console/frame/command-palette'
import type { CommandGroup, CommandItem } from '@quaff/platform/console/frame/palette/command-list'
import { createApi } from '@quaff/platform/console/rpc'
import { useAccessFacts } from '../access/use-access-facts'
import { matchCreateCommands, type CreateCommand } from './create-commands'
import { hasEveryWord, matchPages, type PalettePage } from './palette-pages'

const merchantsApi = createApi<typeof merchantsContract>('merchants')
const usersApi = createApi<typeof usersContract>('users')
const SEARCH_DELAY_MS = 200
const RECORDS = 5

interface PaletteProps {
  navigation: NavEntry[]
  onClose: () => void
  /** Typed before the palette was there. */
  typed: string
}

/** Jumps to pages, switches merchants and finds records. */
export function Palette({ navigation, onClose, typed }: PaletteProps) {
  const [query, setQuery] = useState(typed)
  const [searched] = useDebouncedValue(query.trim(), SEARCH_DELAY_MS)
  const navigate = useNavigate()
  const pages = matchPages(navigation, query)
  const switching = useSwitchItems(query.trim() === '' ? '' : searched)
  const records = useRecordGroups(searched)

  const presentPage = ({ to, label, icon }: PalettePage): CommandItem => ({
    id: `page-${to}-${label}`,
    label,
    icon: icon ?? IconArrowRight,
    onSelect: () => void navigate({ to }),
  })
  const presentCreation = ({ label, to }: CreateCommand): CommandItem => ({
    id: `create-${to}`,
    label,
    icon: IconPlus,
    onSelect: () => void navigate({ to, search: { action: 'create' } }),
  })
  const groups: CommandGroup[] = [
    { label: 'Pages', items: pages.map(presentPage) },
    ...records.groups,
    { label: 'Switch merchant', items: switching },
    {
      label: 'Actions',
      items: [...matchCreateCommands(navigation, query).map(presentCreation), ...usePreviewItems(query)],
    },
  ]
  return (
    <CommandPalette
      opened
      onClose={onClose}
      placeholder="Search or jump to…"
      groups={groups}
      query={query}
      onQueryChange={setQuery}
      loading={records.loading}
      emptyText="Nothing found. Try another word."
    />
  )
}

function usePreviewItems(query: string): CommandItem[] {
  const { current } = useMerchantSelection()
  const { mayPreview, startPreview } = usePreviewStart()
  if (!current || !mayPreview(current.id)) return []
  const item: CommandItem = {
    id: 'preview',
    label: 'Preview as viewer',
    description: current.name,
    icon: IconEye,
    onSelect: () => void startPreview(current.id),
  }
  return hasEveryWord(`${item.label} ${current.name}`, query) ? [item] : []
}

function useSwitchItems(query: string): CommandItem[] {
  const { permissions } = useSessionUser()
  const { current, selectMerchant, selectAll } = useMerchantSelection()
  const enabled = permissions.canViewAllMerchants || permissions.canViewMerchantIds.length > 0
  const { data = [] } = useQuery({
    ...merchantsApi.options.queryOptions({ input: query === '' ? {} : { q: query } }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const others = enabled ? data.filter(({ id }) => id !== current?.id) : []
  const items = others
    .slice(0, RECORDS)
    .map(({ id, name, logoUrl }) => ({
      id: `switch-${id}`,
      label: name,
      description: 'Switch merchant',
      icon: IconReplace,
      onSelect: () => selectMerchant({ id, name, logoUrl }),
    }))
  if (!permissions.canViewAllMerchants || !current) return items
  return [{ id: 'switch-all', label: 'All Merchants (Global View)', icon: IconWorld, onSelect: selectAll }, ...items]
}

function useRecordGroups(q: string): { groups: CommandGroup[]; loading: boolean } {
  const { isAdmin, isMember } = useAccessFacts()
  const { current, selectAll } = useMerchantSelection()
  const navigate = useNavigate()
  const searching = q !== ''
  const merchants = useQuery({
    ...merchantsApi.list.queryOptions({ input: { q, limit: RECORDS } }),
    enabled: searching && isAdmin,
    placeholderData: keepPreviousData,
  })
  const users = useQuery({
    ...usersApi.list.queryOptions({ input: { q, limit: RECORDS, merchantId: current?.id } }),
    enabled: searching && isMember,
    placeholderData: keepPreviousData,
  })
  if (!searching) return { groups: [], loading: false }

  const openMerchant = (id: string) => {
    selectAll()
    void navigate({ to: '/merchants', search: { id } })
  }
  const groups: CommandGroup[] = [
    {
      label: 'Merchants',
      items: (isAdmin ? (merchants.data?.rows ?? []) : []).map(({ id, name, contactEmail }) => ({
        id: `merchant-${id}`,
        label: name,
        description: contactEmail ?? undefined,
        icon: IconBuildingStore,
        onSelect: () => openMerchant(id),
      })),
    },
    {
      label: 'Users',
      items: (users.data?.rows ?? []).map(({ id, email, displayName }) => ({
        id: `user-${id}`,
        label: displayName ?? email,
        description: displayName ? email : undefined,
        icon: IconUser,
        onSelect: () => void navigate({ to: '/users', search: { id } }),
      })),
    },
  ]
  return { groups, loading: (isAdmin && merchants.isPending) || (isMember && users.isPending) }
}
