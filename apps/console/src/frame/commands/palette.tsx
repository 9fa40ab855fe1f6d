import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowRight, IconReplace, IconWorld } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { merchantsContract } from '@quaff/features/merchants/contract'
import { useMerchantSelection, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import type { NavEntry } from '@quaff/platform/console/frame/app-frame'
import type { Command } from '@quaff/platform/console/frame/command'
import type { CommandGroup, CommandItem } from '@quaff/platform/console/frame/command-list'
import { CommandPalette } from '@quaff/platform/console/frame/command-palette'
import { createApi } from '@quaff/platform/console/rpc'
import { isolated } from '@quaff/platform/shared/readable-text'
import { rank, splitVerb } from './rank'
import { recordVerbs, useFoundRecords, type FoundGroup, type FoundRecord } from './use-found-records'
import { useGo } from './use-go'
import { itemOf, useLocalGroups } from './use-palette-items'

const merchantsApi = createApi<typeof merchantsContract>('merchants')
const SEARCH_DELAY_MS = 150
const SWITCHES = 5
const VERBS = 8

interface PaletteProps {
  navigation: NavEntry[]
  /** The page's commands when the palette opened. */
  active: readonly Command[]
  onClose: () => void
  /** Typed before the palette was there. */
  typed: string
}

/** Does what the page and the product do, jumps to pages, switches merchants and finds records, which have their commands. */
export function Palette({ navigation, active, onClose, typed }: PaletteProps) {
  const [query, setQuery] = useState(typed)
  const [subject, setSubject] = useState<FoundRecord>()
  const [searched] = useDebouncedValue(query.trim(), SEARCH_DELAY_MS)
  const requested = splitVerb(searched, recordVerbs)
  const local = useLocalGroups(navigation, active, query)
  const records = useFoundRecords(subject ? '' : requested.of)
  const switching = useSwitchItems(query.trim() === '' ? '' : searched)

  const choose = (record: FoundRecord) => {
    setSubject(record)
    setQuery('')
  }
  const groups = [
    ...verbGroup(records.groups, requested.verb),
    ...local,
    ...records.groups.map(({ label, records: found }) => ({
      label,
      items: found.map((record) => recordItem(record, choose)),
    })),
    { label: 'Switch merchant', items: switching },
  ]
  return (
    <CommandPalette
      opened
      onClose={onClose}
      placeholder={subject ? 'Search actions…' : 'Search or jump to…'}
      groups={subject ? [commandGroup(subject, query)] : groups}
      query={query}
      onQueryChange={setQuery}
      subject={subject?.label}
      onBack={() => setSubject(undefined)}
      loading={records.loading}
      emptyText="No results. Try another word."
    />
  )
}

const recordItem = (record: FoundRecord, choose: (record: FoundRecord) => void): CommandItem => ({
  id: `record:${record.id}`,
  label: record.label,
  description: record.description,
  icon: record.icon,
  onSelect: record.open,
  onMore: record.commands.length > 0 ? () => choose(record) : undefined,
})

/** The second level: what can be done to one record. */
function commandGroup(record: FoundRecord, query: string): CommandGroup {
  const open: CommandItem = { id: 'open', label: 'Open', icon: IconArrowRight, onSelect: record.open }
  const items = [open, ...record.commands.map(itemOf)]
  return { label: 'Actions', items: rank(items, query).map(({ item }) => item) }
}

/** The description distinguishes records of the same name. */
const fullName = ({ label, description }: FoundRecord) =>
  description === undefined ? label : `${isolated(label)}, ${isolated(description)}`

/** Returns the commands of each found record that match the verb, as in "approve old mill". */
function verbGroup(groups: FoundGroup[], verb: string): CommandGroup[] {
  if (verb === '') return []
  const items = groups
    .flatMap(({ records }) => records)
    .flatMap((record) =>
      rank(record.commands, verb)
        .filter(({ item }) => item.disabledReason === undefined)
        .map(({ item }): CommandItem => ({ ...itemOf(item), description: fullName(record) })),
    )
  return [{ label: 'Do', items: items.slice(0, VERBS) }]
}

function useSwitchItems(query: string): CommandItem[] {
  const { permissions } = useSessionUser()
  const { current, selectMerchant, selectAll } = useMerchantSelection()
  const { stay } = useGo()
  const enabled = permissions.canViewAllMerchants || permissions.canViewMerchantIds.length > 0
  const { data = [] } = useQuery({
    ...merchantsApi.options.queryOptions({ input: query === '' ? {} : { q: query } }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const others = enabled ? data.filter(({ id }) => id !== current?.id) : []
  const items = others.slice(0, SWITCHES).map(({ id, name, logoUrl }) => ({
    id: `switch-${id}`,
    label: name,
    description: 'Switch merchant',
    icon: IconReplace,
    onSelect: () => {
      selectMerchant({ id, name, logoUrl })
      stay({ id, name, logoUrl })
    },
  }))
  if (!permissions.canViewAllMerchants || !current) return items
  const showAll = () => {
    selectAll()
    stay(null)
  }
  return [{ id: 'switch-all', label: 'All Merchants (Global View)', icon: IconWorld, onSelect: showAll }, ...items]
}
