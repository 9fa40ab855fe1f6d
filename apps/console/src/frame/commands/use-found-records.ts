import {
  IconBuildingStore,
  IconCash,
  IconDiscount,
  IconForms,
  IconLink,
  IconListCheck,
  IconMapPin,
  IconTicket,
  IconUser,
  IconUserCheck,
} from '@tabler/icons-react'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { linkCommands } from '@quaff/features/affiliates/console/link-commands-widget'
import type { affiliatesContract } from '@quaff/features/affiliates/contract'
import { locationCommands } from '@quaff/features/locations/console/location-commands-widget'
import type { locationsContract } from '@quaff/features/locations/contract'
import { locationPermissions } from '@quaff/features/locations/permissions'
import { merchantCommands } from '@quaff/features/merchants/console/merchant-commands-widget'
import type { MerchantRow, merchantsContract } from '@quaff/features/merchants/contract'
import { payoutCommands } from '@quaff/features/payouts/console/payout-commands-widget'
import type { payoutsContract } from '@quaff/features/payouts/contract'
import { planCommands } from '@quaff/features/plans/console/plan-commands-widget'
import type { plansContract } from '@quaff/features/plans/contract'
import { planPermissions } from '@quaff/features/plans/permissions'
import { promotionIds } from '@quaff/features/promotions/contract'
import { promotionTitle } from '@quaff/features/promotions/rules'
import { type CommandContext, roleReason, useCommandContext } from '@quaff/features/sessions/console/session-widget'
import { formCommands } from '@quaff/features/signup-forms/console/form-commands-widget'
import type { signupFormsContract } from '@quaff/features/signup-forms/contract'
import type { subscriptionsContract } from '@quaff/features/subscriptions/contract'
import { userCommands } from '@quaff/features/users/console/user-commands-widget'
import type { UserRow, usersContract } from '@quaff/features/users/contract'
import { waitlistCommands } from '@quaff/features/waitlists/console/waitlist-commands-widget'
import type { waitlistsContract } from '@quaff/features/waitlists/contract'
import { commandId, commandsOf, type Command, type CommandSet } from '@quaff/platform/console/frame/command'
import { runWhenOpen } from '@quaff/platform/console/frame/shortcuts'
import { createApi } from '@quaff/platform/console/rpc'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { codeTitle, isolated } from '@quaff/platform/shared/readable-text'
import { decideAccess, isOffered } from '../route-access'
import { useAccessContext } from '../use-access-context'
import { rank, type Named } from './rank'
import { subscriptionCommands, type Subscription } from './record-verbs'
import { useGo } from './use-go'

const api = {
  merchants: createApi<typeof merchantsContract>('merchants'),
  users: createApi<typeof usersContract>('users'),
  locations: createApi<typeof locationsContract>('locations'),
  plans: createApi<typeof plansContract>('plans'),
  payouts: createApi<typeof payoutsContract>('payouts'),
  links: createApi<typeof affiliatesContract>('affiliates'),
  waitlists: createApi<typeof waitlistsContract>('waitlists'),
  forms: createApi<typeof signupFormsContract>('signupForms'),
  subscriptions: createApi<typeof subscriptionsContract>('subscriptions'),
}
const SHOWN = 5
/** Minimum length of a query. */
const BEGINNING = 3

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
type Found = { groups: FoundGroup[]; loading: boolean }

/** Records of every kind by their names. Where nothing is found, a slip is forgiven after the first letters. */
export function useFoundRecords(q: string): Found {
  const found = useRecords(q, SHOWN)
  const isMissed = q.length > BEGINNING && !found.loading && found.groups.every(({ records }) => records.length === 0)
  const near = useRecords(isMissed ? q.slice(0, BEGINNING) : '', pageLimits.maxSize)
  if (!isMissed) return found
  const groups = near.groups.map(({ label, records }) => ({ label, records: nearest(records, q) }))
  return { groups, loading: near.loading }
}

const nearest = <One extends Named>(all: readonly One[], q: string) =>
  rank(all, q)
    .slice(0, SHOWN)
    .map(({ item }) => item)

/** How rows become entries, in one place for searched and recent ones. */
function usePresenters(details: CommandContext) {
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
    subscription: (row: Subscription) =>
      present(
        subscriptionCommands,
        row,
        {},
        {
          description: `${isolated(row.planName)}, ${isolated(row.merchantName)}`,
          status: codeTitle(row.status),
          icon: IconUserCheck,
          open: () => go.to(`/subscriptions?id=${row.id}`),
        },
      ),
  }
}

/** Kinds of records that the palette remembers. */
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

function useRecords(q: string, limit: number): Found {
  const access = useAccessContext()
  const details = useCommandContext()
  const go = useGo()
  const presenters = usePresenters(details)
  // A record is looked for where this person could open it; it may belong to another merchant than the chosen one.
  const mayOpen = (page: string) => isOffered(decideAccess(page, { ...access, lockedPages: [] }))
  const foundOn = (page: string) => ({ enabled: q !== '' && mayOpen(page), placeholderData: keepPreviousData })
  const ofAdmins = { ...foundOn('/payouts'), enabled: q !== '' && access.isAdmin }
  const { merchantId } = details
  const [merchants, users, locations, plans, payouts, links, subscriptions] = useQueries({
    queries: [
      { ...api.merchants.list.queryOptions({ input: { q, limit } }), ...foundOn('/merchants') },
      { ...api.users.list.queryOptions({ input: { q, limit, merchantId } }), ...foundOn('/users') },
      { ...api.locations.find.queryOptions({ input: { q } }), ...foundOn('/locations') },
      { ...api.plans.find.queryOptions({ input: { q } }), ...foundOn('/plans') },
      { ...api.payouts.list.queryOptions({ input: { q, limit, merchantId } }), ...ofAdmins },
      { ...api.links.list.queryOptions({ input: { q, limit, merchantId } }), ...foundOn('/affiliates') },
      { ...api.subscriptions.list.queryOptions({ input: { q, limit, merchantId } }), ...ofAdmins },
    ],
  })
  const waitlists = useQuery({
    ...api.waitlists.list.queryOptions({ input: {} }),
    enabled: foundOn('/waitlists').enabled,
  })
  const forms = useQuery({
    ...api.forms.list.queryOptions({ input: { limit: pageLimits.maxSize } }),
    enabled: foundOn('/merchant-signup-forms').enabled,
  })
  if (q === '') return { groups: [], loading: false }

  const locked = roleReason(locationPermissions, 'location.update', details.role) ?? undefined
  const planReason = roleReason(planPermissions, 'plan.edit', details.role) ?? undefined
  const byName = <Row extends { name: string }>(rows: readonly Row[] = []) =>
    nearest(
      rows.map((row) => ({ ...row, label: row.name })),
      q,
    )
  const groups: FoundGroup[] = [
    { label: 'Subscriptions', records: (subscriptions.data?.rows ?? []).map(presenters.subscription) },
    { label: 'Merchants', records: (merchants.data?.rows ?? []).map(presenters.merchant) },
    { label: 'Users', records: (users.data?.rows ?? []).map(presenters.user) },
    {
      label: 'Locations',
      records: (locations.data ?? []).map((row) =>
        present(
          locationCommands,
          row,
          { changeReason: locked, addReason: locked },
          {
            description: row.merchantName,
            icon: IconMapPin,
            open: () => go.toMerchant(row, `/locations?id=${row.id}`),
          },
        ),
      ),
    },
    {
      label: 'Plans',
      records: (plans.data ?? []).map((row) =>
        present(
          planCommands,
          row,
          { hasRole: planReason === undefined, reason: planReason },
          { description: row.merchantName, icon: IconTicket, open: () => go.toMerchant(row, `/plans?id=${row.id}`) },
        ),
      ),
    },
    {
      label: 'Payouts',
      records: (payouts.data?.rows ?? []).map((row) =>
        present(payoutCommands, row, details, {
          status: codeTitle(row.status),
          icon: IconCash,
          open: () => go.to(`/payouts?id=${row.id}`),
        }),
      ),
    },
    {
      label: 'Affiliate links',
      records: (links.data?.rows ?? []).map((row) =>
        present(linkCommands, row, details, {
          description: row.merchantName ?? undefined,
          icon: IconLink,
          open: () => go.to(`/affiliates?id=${row.id}`),
        }),
      ),
    },
    {
      label: 'Waitlists',
      records: byName(waitlists.data).map((row) =>
        present(waitlistCommands, row, {}, { icon: IconListCheck, open: () => go.toAll(`/waitlists?list=${row.id}`) }),
      ),
    },
    {
      label: 'Signup forms',
      records: byName(forms.data?.rows).map((row) =>
        present(
          formCommands,
          row,
          {},
          { icon: IconForms, open: () => go.toAll(`/merchant-signup-forms?id=${row.id}`) },
        ),
      ),
    },
    { label: 'Promotions', records: mayOpen('/plans/promotions') ? foundPromotions(q, go.toAll) : [] },
  ]
  const requested = [users, locations, plans, links, merchants, payouts, subscriptions, waitlists, forms]
  return { groups, loading: requested.some(({ isLoading }) => isLoading) }
}

function present<Name extends string, Row extends { id: string }, Details>(
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

/** The catalogue is part of the program. */
function foundPromotions(q: string, go: (address: string) => void): FoundRecord[] {
  const all = promotionIds.map((id) => ({ id, label: promotionTitle(id) }))
  return nearest(all, q).map(({ id, label }) => ({
    id: `promotion:${id}`,
    label,
    icon: IconDiscount,
    open: () => go(`/plans/promotions?promotion=${id}`),
    commands: [],
  }))
}
