import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatDate, RelativeTime, formatCount } from '@quaff/platform/console/display/formats'
import { StatusPill } from '@quaff/platform/console/display/panel'
import type { Column } from '@quaff/platform/console/list/data-table'
import { defineList, statusTabs } from '@quaff/platform/console/list/list-definition'
import { EmptyState, EmptyTab } from '@quaff/platform/console/list/list-states'
import { filterOf } from '@quaff/platform/console/list/search-values'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { Waitlist } from '../contract'
import { type EntryFilter, entryFilters, entryLimits, type EntryRow, shownStatuses } from '../entries-contract'
import { ShareView } from './share-view'
import { areaName, nameOf, statusMeta } from './waitlist-labels'
import { waitlistsApi } from './waitlist-queries'
import { waitlistSearch } from './waitlist-search-widget'
import classes from './waitlists.module.css'

type EntryDetails = { waitlist: Pick<Waitlist, 'id' | 'name' | 'slug'>; timeZone: string }

export const entryList = defineList<EntryDetails>()({
  name: 'People',
  columnsName: () => 'waitlist-entries',
  search: waitlistSearch,
  filters: entryFilters,
  api: waitlistsApi.entries,
  filter: (search, { waitlist, timeZone }): EntryFilter => ({
    waitlistId: waitlist.id,
    ...filterOf(entryFilters, search, timeZone),
  }),
  input: (filter, page, { sort = 'joined', order = 'desc' }) => ({ ...filter, ...page, sort, order }),
  find: () => ({ placeholder: 'Name, city, venue', label: 'Search waitlist' }),
  tabs: statusTabs('People by status', statusMeta, shownStatuses),
  useChips: ({ city, postalCode }, { waitlist }) => {
    const sources = useQuery(waitlistsApi.sources.queryOptions({ input: { waitlistId: waitlist.id } })).data ?? []
    const isArea = city !== undefined && postalCode !== undefined
    return {
      status: null,
      created: { label: 'Joined' },
      source: {
        label: 'Source',
        options: sources.flatMap(({ source }) => (source === '' ? [] : [{ value: source, label: source }])),
      },
      // Areas are chosen in the demand view; here one is only seen and taken off again.
      city: isArea ? { label: 'Area', options: [{ value: city, label: areaName({ city, postalCode }) }] } : null,
      postalCode: null,
    }
  },
  forgets: { city: ['postalCode'] },
  sort: {
    first: { key: 'joined', direction: 'desc' },
    options: [
      { key: 'joined', label: 'Joined', directionLabels: { asc: 'oldest first', desc: 'newest first' } },
      { key: 'referrals', label: 'Referrals', directionLabels: { asc: 'fewest first', desc: 'most first' } },
    ],
  },
  columns: ({ timeZone }) => entryColumns(timeZone),
  rowId: ({ id }) => id,
  rowLabel: nameOf,
  rowHref: ({ id }, { waitlist }) => `/waitlists?list=${waitlist.id}&id=${id}`,
  caption: (_, { waitlist }) => `People on ${isolated(waitlist.name)}`,
  // Each answer has its own column.
  export: {
    path: '/api/files/waitlist-export',
    selected: entryLimits.exportSelection,
    body: (filter, ids) => (ids ? { filter: { waitlistId: filter.waitlistId }, ids } : { filter }),
  },
  empty: ({ status }, { waitlist }) =>
    status ? (
      <EmptyTab icon={IconListCheck} items="entries" meta={statusMeta[status]} />
    ) : (
      <EmptyState
        icon={IconListCheck}
        title="No people yet"
        text="Share the join page or import people you know."
        action={<ShareView slug={waitlist.slug} />}
      />
    ),
})

/** All of them fit beside the lists at 1440 px; the mark waits for a wider window. */
function entryColumns(timeZone: string): Column<EntryRow>[] {
  return [
    {
      id: 'person',
      header: 'Person',
      card: 'title',
      cell: (row) => <TitleCell title={nameOf(row)} caption={readableEmail(row.email)} />,
    },
    {
      id: 'status',
      header: 'Status',
      card: 'status',
      cell: (row) => <EntryStatusPill entry={row} timeZone={timeZone} />,
    },
    {
      id: 'joined',
      header: 'Joined',
      sortKey: 'joined',
      card: 'fact',
      cell: (row) => <RelativeTime value={row.createdAt} timeZone={timeZone} />,
    },
    { id: 'area', header: 'City/ZIP', card: 'fact', cell: (row) => <Area entry={row} /> },
    { id: 'venue', header: 'Wanted venue', card: 'hide', cell: (row) => <Short text={row.wantedVenue || '—'} /> },
    {
      id: 'source',
      header: 'Source',
      card: 'hide',
      hiddenByDefault: true,
      cell: (row) => <Short text={row.source || '—'} />,
    },
    {
      id: 'referrals',
      header: 'Referrals',
      sortKey: 'referrals',
      align: 'right',
      card: 'fact',
      cell: (row) => <span className="q-num">{formatCount(row.referralCount)}</span>,
    },
  ]
}

/** City over postal code. */
function Area({ entry: { city, postalCode } }: { entry: EntryRow }) {
  return (
    <>
      <Short text={city || postalCode || '—'} />
      {city !== '' && postalCode !== '' && <span className={`q-caption ${classes.short}`}>{postalCode}</span>}
    </>
  )
}

/** Longest text in the column; the sheet shows all of it. */
function Short({ text }: { text: string }) {
  return (
    <span className={classes.short} title={text}>
      {text}
    </span>
  )
}

/** Days on which the invitation was sent and expires; the sheet also shows times. */
export function EntryStatusPill({ entry, timeZone }: { entry: EntryRow; timeZone: string }) {
  const { status, invitedAt, invitationExpiresAt } = entry
  const meta = statusMeta[status]
  const isInvited = status === 'invited' || status === 'expired'
  return (
    <span className={classes.state}>
      <StatusPill tone={meta.tone} icon={meta.icon}>
        {meta.label}
      </StatusPill>
      {isInvited && invitedAt && invitationExpiresAt && (
        <span
          className="q-caption q-nowrap"
          title={[invitedAt, invitationExpiresAt].map((at) => formatDate(at, 'exact', { timeZone })).join(' – ')}
        >
          {daysFromTo(invitedAt, invitationExpiresAt, timeZone)}
        </span>
      )}
    </span>
  )
}

/** "Nov 19 – Dec 3"; over the turn of a year with both years. */
function daysFromTo(from: Date, to: Date, timeZone: string): string {
  const yearOf = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone })
  const year = yearOf.format(from) === yearOf.format(to) ? undefined : ('numeric' as const)
  return new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', year, timeZone }).formatRange(from, to)
}
