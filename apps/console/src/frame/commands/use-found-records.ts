import {
  IconCash,
  IconCup,
  IconDiscount,
  IconForms,
  IconLink,
  IconListCheck,
  IconMapPin,
  IconTicket,
  IconUserSearch,
} from '@tabler/icons-react'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { linkCommands } from '@quaff/features/affiliates/console/link-commands-widget'
import type { affiliatesContract } from '@quaff/features/affiliates/contract'
import { locationCommands } from '@quaff/features/locations/console/location-commands-widget'
import type { locationsContract } from '@quaff/features/locations/contract'
import { locationPermissions } from '@quaff/features/locations/permissions'
import type { merchantsContract } from '@quaff/features/merchants/contract'
import { payoutCommands } from '@quaff/features/payouts/console/payout-commands-widget'
import type { payoutsContract } from '@quaff/features/payouts/contract'
import { planCommands } from '@quaff/features/plans/console/plan-commands-widget'
import type { plansContract } from '@quaff/features/plans/contract'
import { planPermissions } from '@quaff/features/plans/permissions'
import { promotionIds } from '@quaff/features/promotions/contract'
import { promotionTitle } from '@quaff/features/promotions/rules'
import { usageKey } from '@quaff/features/redemptions/console/redemption-search-widget'
import type { redemptionsContract } from '@quaff/features/redemptions/contract'
import { roleReason, useCommandContext } from '@quaff/features/sessions/console/session-widget'
import { formCommands } from '@quaff/features/signup-forms/console/form-commands-widget'
import type { signupFormsContract } from '@quaff/features/signup-forms/contract'
import type { subscriptionsContract } from '@quaff/features/subscriptions/contract'
import { maskedQuery } from '@quaff/features/subscriptions/rules'
import type { usersContract } from '@quaff/features/users/contract'
import { waitlistCommands } from '@quaff/features/waitlists/console/waitlist-commands-widget'
import type { waitlistsContract } from '@quaff/features/waitlists/contract'
import { createApi } from '@quaff/platform/console/rpc'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { codeTitle } from '@quaff/platform/shared/readable-text'
import { decideAccess, isOffered } from '../route-access'
import { useAccessContext } from '../use-access-context'
import { rank, type Named } from './rank'
import { useGo } from './use-go'
import { type FoundGroup, type FoundRecord, present, usePresenters } from './use-known-records'

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
  redemptions: createApi<typeof redemptionsContract>('redemptions'),
}
const SHOWN = 5
/** Minimum length of a query. */
const BEGINNING = 3

type Found = { groups: FoundGroup[]; loading: boolean }

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
  const customers = useQuery({
    ...api.redemptions.findCustomers.queryOptions({ input: { merchantId: merchantId ?? '', name: q } }),
    ...foundOn('/merchants/find-customer'),
    enabled: !access.isAdmin && merchantId !== undefined && maskedQuery(q) !== null,
  })
  const redemptions = useQuery({
    ...api.redemptions.list.queryOptions({ input: { q, limit, merchantId } }),
    enabled: q.startsWith('red_') && mayOpen('/redemptions'),
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
    {
      label: 'Customers',
      records: (customers.data?.customers ?? [])
        .slice(0, limit)
        .map(({ subscriptionId, name, planName, status }) => ({
          id: `customer:${subscriptionId}`,
          label: name ?? 'Subscriber',
          description: planName,
          status: codeTitle(status),
          icon: IconUserSearch,
          open: () => go.to(`/merchants/find-customer?id=${subscriptionId}`),
          commands: [],
        })),
    },
    {
      label: 'Redemptions',
      records: (redemptions.data?.rows ?? []).map((row) => ({
        id: `redemption:${row.id}`,
        label: row.subscriberName ?? 'Subscriber',
        description: row.merchantName,
        status: codeTitle(row.status),
        icon: IconCup,
        open: () => go.toMerchant(row, `/redemptions?tab=history&id=${usageKey(row)}`),
        commands: [],
      })),
    },
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
  const requested = [
    customers,
    redemptions,
    users,
    locations,
    plans,
    links,
    merchants,
    payouts,
    subscriptions,
    waitlists,
    forms,
  ]
  return { groups, loading: requested.some(({ isLoading }) => isLoading) }
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
