import { IconBuildingStore, IconUser, IconUserCheck } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { merchantCommands } from '@quaff/features/merchants/console/merchant-commands-widget'
import type { MerchantRow, merchantsContract } from '@quaff/features/merchants/contract'
import { type CommandContext, useCommandContext } from '@quaff/features/sessions/console/session-widget'
import {
  subscriptionCommands,
  type NamedSubscription,
} from '@quaff/features/subscriptions/console/subscription-commands-widget'
import type { subscriptionsContract } from '@quaff/features/subscriptions/contract'
import { userCommands } from '@quaff/features/users/console/user-commands-widget'
import type { UserRow, usersContract } from '@quaff/features/users/contract'
import { now } from '@quaff/platform/console/clock'
import { counted } from '@quaff/platform/console/display/formats'
import { commandId, commandsOf, type Command, type CommandSet } from '@quaff/platform/console/frame/command'
import { runWhenOpen } from '@quaff/platform/console/frame/shortcuts'
import { createApi } from '@quaff/platform/console/rpc'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { codeTitle, isolated } from '@quaff/platform/shared/readable-text'
import { useAccessContext } from '../use-access-context'
import { useGo } from './use-go'

const api = {
  merchants: createApi<typeof merchantsContract>('merchants'),
  users: createApi<typeof usersContract>('users'),
  subscriptions: createApi<typeof subscriptionsContract>('subscriptions'),
}
const WAITING = 5
const DAY_MS = 86_400_000

export interface FoundRecord {
  id: string
  label: string
  description?: string
  /** Tells records of the same name apart, with the description. */
  status?: string
  icon: IconLike
  open: () => void
  commands: Command[]
}
export type FoundGroup = { label: string; records: FoundRecord[] }
export function usePresenters(details: CommandContext) {
  const go = useGo()
  return {
    merchant: (row: Parameters<typeof merchantCommands.nameOf>[0] & Partial<Pick<MerchantRow, 'contactEmail'>>) =>
      present(merchantCommands, row, details, {
        description: row.contactEmail ?? undefined,
        status: row.needsReview ? 'Pending review' : codeTitle(row.status),
        icon: IconBuildingStore,
        open: () => go.toAll(`/merchants?id=${row.id}`),
      }),
    user: (row: UserRow) =>
      present(userCommands, row, details, {
        description: [codeTitle(row.role), row.displayName && readableEmail(row.email)].filter(Boolean).join(', '),
        status: codeTitle(row.status),
        icon: IconUser,
        open: () => go.to(`/users?id=${row.id}`),
      }),
    subscription: (row: NamedSubscription) =>
      present(subscriptionCommands, row, details, {
        description: `${isolated(row.planName)}, ${isolated(row.merchantName)}`,
        status: codeTitle(row.status),
        icon: IconUserCheck,
        open: () => go.to(`/subscriptions?id=${row.id}`),
      }),
  }
}

/** Merchants and registrations to approve, before a name is typed, the longest waiting first. Payouts are approved as a run. */
export function useWaitingRecords(enabled: boolean): FoundGroup[] {
  const presenters = usePresenters(useCommandContext())
  const { data: merchants } = useQuery({ ...api.merchants.reviewQueue.queryOptions({ input: {} }), enabled })
  const { data: users } = useQuery({
    ...api.users.list.queryOptions({
      input: { status: 'pending_approval', sort: 'created', order: 'asc', limit: WAITING },
    }),
    enabled,
  })
  if (!enabled) return []
  const waiting = [
    ...(merchants?.items ?? []).map((item) => ({
      since: item.waitingSince,
      record: presenters.merchant({ ...item, needsReview: true, isLive: false, applicationStatus: null }),
    })),
    ...(users?.rows ?? []).map((row) => ({ since: row.createdAt ?? new Date(0), record: presenters.user(row) })),
  ].sort((one, other) => one.since.getTime() - other.since.getTime())
  const records = waiting.map(({ since, record }): FoundRecord => {
    const days = Math.floor((now().getTime() - since.getTime()) / DAY_MS)
    const waits = days < 1 ? 'waiting since today' : `waiting ${counted(days, 'day')}`
    return { ...record, description: [record.description, waits].filter(Boolean).join(', ') }
  })
  return [{ label: 'Waiting', records }]
}

export const recentNouns = ['merchant', 'user', 'subscription'] as const

/** Reads what an account opened last by ID. What it may no longer see has no answer, and no entry. */
export function useRecentRecords(ids: readonly string[]): FoundRecord[] {
  const { isAdmin } = useAccessContext()
  const presenters = usePresenters(useCommandContext())
  const idsOf = (noun: (typeof recentNouns)[number]) =>
    isAdmin || noun === 'user' ? ids.flatMap((id) => (id.startsWith(`${noun}:`) ? id.slice(noun.length + 1) : [])) : []
  const merchants = useQueries({
    queries: idsOf('merchant').map((merchantId) => api.merchants.get.queryOptions({ input: { merchantId } })),
  })
  const users = useQueries({
    queries: idsOf('user').map((userId) => api.users.get.queryOptions({ input: { userId } })),
  })
  const subscriptions = useQueries({
    queries: idsOf('subscription').map((subscriptionId) =>
      api.subscriptions.get.queryOptions({ input: { subscriptionId } }),
    ),
  })
  const read = <Row>(
    queries: readonly { data?: Row | undefined; isError: boolean }[],
    shown: (row: Row) => FoundRecord,
  ) => queries.flatMap(({ data, isError }) => (data === undefined || isError ? [] : shown(data)))
  return [
    ...read(merchants, presenters.merchant),
    ...read(users, presenters.user),
    ...read(subscriptions, presenters.subscription),
  ]
}

export function present<Name extends string, Row extends { id: string }, Details>(
  set: CommandSet<Name, Row, Details>,
  row: Row,
  details: Details,
  shown: Pick<FoundRecord, 'description' | 'status' | 'icon' | 'open'>,
): FoundRecord {
  const run = (name: Name) => {
    shown.open()
    runWhenOpen(commandId(set, name), row.id)
  }
  return { id: `${set.noun}:${row.id}`, label: set.nameOf(row), ...shown, commands: commandsOf(set, row, details, run) }
}
