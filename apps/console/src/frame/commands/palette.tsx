import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowRight, IconBuildingStore, IconReplace, IconWorld } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { merchantsContract } from '@quaff/features/merchants/contract'
import { useMerchantSelection, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { userCommands } from '@quaff/features/users/console/user-commands-widget'
import type { NavEntry } from '@quaff/platform/console/frame/app-frame'
import type { Command } from '@quaff/platform/console/frame/command'
import type { CommandGroup, CommandItem } from '@quaff/platform/console/frame/command-list'
import { CommandPalette } from '@quaff/platform/console/frame/command-palette'
import { createApi } from '@quaff/platform/console/rpc'
import { isolated } from '@quaff/platform/shared/readable-text'
import { rank, rankGroups, splitVerb } from './rank'
import { recordVerbs, verbsFor } from './record-verbs'
import { useFoundRecords } from './use-found-records'
import { useGo } from './use-go'
import {
  recentNouns,
  useRecentRecords,
  useWaitingRecords,
  type FoundGroup,
  type FoundRecord,
} from './use-known-records'
import { itemOf, recentsOf, useLocalGroups, withRecents, type Group, type Item } from './use-palette-items'

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
  /** Had the focus, and gets it back. */
  before: Element | null
}

/** The palette's next question: a command of a record, the record of a verb, or the merchant of a page. */
type Step =
  | { asks: 'command'; of: string; record: FoundRecord }
  | { asks: 'record'; of: string }
  | { asks: 'merchant'; of: string; to: string }
const questions = { command: 'Search actions…', record: 'Which one?', merchant: 'Which merchant?' } as const

export function Palette({ navigation, active, onClose, typed, before }: PaletteProps) {
  const [query, setQuery] = useState(typed)
  const [step, setStep] = useState<Step>()
  const { role, uid } = useSessionUser()
  const [searched] = useDebouncedValue(query.trim(), SEARCH_DELAY_MS)
  const ask = (next: Step | undefined) => {
    setStep(next)
    setQuery('')
  }
  const isEmpty = query.trim() === ''
  const isActions = query.startsWith('>')
  const requested = step || isActions ? { verb: '', of: '' } : splitVerb(searched, recordVerbs)
  const records = useFoundRecords(step?.asks === 'record' ? searched : requested.of)
  const waiting = useWaitingRecords(
    step?.asks === 'record' && step.of === userCommands.commands.approve.label && isEmpty,
  )
  const local = useLocalGroups(navigation, active, (of, to) => ask({ asks: 'merchant', of, to }))
  const merchants = useSwitchItems(
    isEmpty || isActions ? '' : searched,
    step?.asks === 'merchant' ? step.to : undefined,
  )

  const recents = recentsOf(uid)
  const noting = (item: Item): Item => ({
    ...item,
    onSelect: () => {
      recents.note(item.id)
      item.onSelect()
    },
  })
  const notingRecord = (item: Item) =>
    recentNouns.some((noun) => item.id.startsWith(`${noun}:`)) ? noting(item) : item
  const noted = (group: Group): Group => ({ ...group, items: group.items.map(noting) })
  const choose = (record: FoundRecord) => ask({ asks: 'command', of: record.label, record })
  const recordItems = records.groups.map(({ label, records: found }): Group => ({
    label,
    kind: 'record',
    isFound: searched === query.trim(),
    items: found.map((record) => recordItem(record, choose)),
  }))
  const verbs = verbsFor(role).map(({ label, icon, keywords }): Item => ({
    id: `verb:${label.replaceAll(' ', '-')}`,
    label: `${label}…`,
    description: 'Asks which one',
    icon,
    keywords,
    keepsOpen: true,
    onSelect: () => ask({ asks: 'record', of: label }),
  }))

  const recentIds = isEmpty && !step ? recents.read() : []
  const seen = useRecentRecords(recentIds).map((record) => recordItem(record, choose))
  const others = local.others.map(noted)
  const known = [...seen.map(noting), ...others.flatMap(({ items }) => items)]
  const recent = recentIds.flatMap((id) => known.find((item) => item.id === id) ?? [])

  function groups(): CommandGroup[] {
    if (step?.asks === 'command') return commandGroup(step.record, query)
    if (step?.asks === 'record')
      return verbGroup(isEmpty ? waiting : records.groups, step.of, (command) => command.label === step.of)
    if (step?.asks === 'merchant') return [{ label: 'Merchants', items: merchants }]
    const switching: Group = { label: 'Switch merchant', kind: 'switch', items: merchants }
    if (isEmpty) return [...local.ofRecords, ...withRecents([...others, switching], recent)].map(briefly)
    return [
      ...verbGroup(records.groups, requested.verb),
      ...rankGroups(
        [
          ...local.ofRecords,
          ...others,
          ...recordItems.map((group) => ({ ...group, items: group.items.map(notingRecord) })),
          { label: 'Choose a record', kind: 'action', items: verbs },
          switching,
        ],
        query,
      ),
    ]
  }
  return (
    <CommandPalette
      opened
      onClose={onClose}
      before={before}
      placeholder={step ? questions[step.asks] : 'Search or jump to…'}
      groups={groups()}
      query={query}
      onQueryChange={setQuery}
      subject={step?.of}
      onBack={() => ask(undefined)}
      loading={records.loading}
      emptyText={step?.asks === 'record' && isEmpty ? 'Type a name.' : 'No results. Try another word.'}
    />
  )
}

/** Without a search the list stays short and leaves out the next question. */
const briefly = ({ label, items }: Group): CommandGroup => ({
  label,
  items: items.map((item) => (item.keepsOpen ? { ...item, description: undefined } : item)),
})

const recordItem = (record: FoundRecord, choose: (record: FoundRecord) => void): Item => ({
  id: record.id,
  label: record.label,
  description: record.description,
  status: record.status,
  icon: record.icon,
  onSelect: record.open,
  onMore: record.commands.length > 0 ? () => choose(record) : undefined,
})

function commandGroup(record: FoundRecord, query: string): CommandGroup[] {
  const open: Item = { id: 'open', label: 'Open', icon: IconArrowRight, onSelect: record.open }
  const actions: Group = { label: 'Actions', kind: 'action', items: [open, ...record.commands.map(itemOf)] }
  return rankGroups([actions], query)
}

/** The description distinguishes records of the same name. */
const fullName = ({ label, description }: FoundRecord) =>
  description === undefined ? label : `${isolated(label)}, ${isolated(description)}`

/** Returns the commands of each found record that match the verb, as in "approve old mill". */
function verbGroup(groups: FoundGroup[], verb: string, isWanted?: (command: Command) => boolean): CommandGroup[] {
  if (verb === '') return []
  const items = groups
    .flatMap(({ records }) => records)
    .flatMap((record) =>
      rank(record.commands, verb)
        .filter(({ item }) => item.disabledReason === undefined && isWanted?.(item) !== false)
        .map(({ item }): CommandItem => ({
          ...itemOf(item),
          ...(isWanted ? record : { description: fullName(record), status: record.status }),
          id: `${item.id}:${record.id}`,
          onSelect: item.run,
        })),
    )
  return [{ label: 'Do', items: items.slice(0, VERBS) }]
}

/** Merchants to switch to, or to open the address `to` with. */
function useSwitchItems(query: string, to?: string): CommandItem[] {
  const { permissions } = useSessionUser()
  const { current, selectMerchant, selectAll } = useMerchantSelection()
  const { stay, toMerchant } = useGo()
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
    description: to === undefined ? 'Switch merchant' : undefined,
    icon: to === undefined ? IconReplace : IconBuildingStore,
    onSelect: () => {
      if (to !== undefined) return toMerchant({ merchantId: id, merchantName: name }, to)
      selectMerchant({ id, name, logoUrl })
      stay({ id, name, logoUrl })
    },
  }))
  if (!permissions.canViewAllMerchants || !current || to !== undefined) return items
  const showAll = () => {
    selectAll()
    stay(null)
  }
  return [{ id: 'switch-all', label: 'All Merchants (Global View)', icon: IconWorld, onSelect: showAll }, ...items]
}
