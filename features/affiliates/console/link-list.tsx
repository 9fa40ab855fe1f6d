import { IconLink } from '@tabler/icons-react'
import { useMerchantFilter } from '@quaff/features/subscriptions/console/filter-choices-widget'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { RelativeTime } from '@quaff/platform/console/display/formats'
import { MetaPill } from '@quaff/platform/console/display/panel'
import type { Column } from '@quaff/platform/console/list/data-table'
import { defineList } from '@quaff/platform/console/list/list-definition'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { withoutAbsent } from '@quaff/platform/console/list/search-values'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import { type AffiliateLink, type LinkFilter, linkFilters, linkLimits } from '../contract'
import { affiliatesApi } from './affiliate-queries'
import { affiliateSearch } from './affiliate-search-widget'
import { destinationMeta, FigureText, ownerName, stateMeta, CopyAddressButton } from './link-text'
import classes from './affiliates.module.css'

type LinkDetails = {
  /** The chosen merchant; it wins over a merchant in the address. */
  scopedTo: string | undefined
  timeZone: string
  /** Why none may be created. */
  changeReason: string | undefined
}

export const linkList = defineList<LinkDetails>()({
  name: 'Affiliate links',
  columnsName: ({ scopedTo }) => (scopedTo === undefined ? 'links' : 'merchant-links'),
  search: affiliateSearch,
  filters: linkFilters,
  api: affiliatesApi.list,
  filter: ({ merchantId, status = 'active', q }, { scopedTo }): LinkFilter =>
    withoutAbsent({ merchantId: scopedTo ?? merchantId, status, q }),
  input: (filter, page) => ({ ...filter, ...page }),
  find: () => ({ placeholder: 'Search name, link, code', label: 'Search affiliate links' }),
  tabs: {
    field: 'status',
    label: 'Links by status',
    first: 'active',
    of: () => [
      { id: 'active', label: 'Active' },
      { id: 'archived', label: 'Archived' },
    ],
  },
  useChips: ({ merchantId }, { scopedTo }) => ({
    status: null,
    merchantId: useMerchantFilter(merchantId, scopedTo === undefined),
  }),
  columns: ({ timeZone, scopedTo }) => linkColumns(timeZone, scopedTo),
  rowId: ({ id }) => id,
  rowLabel: ({ name }) => name,
  caption: () => 'Affiliate links',
  export: { path: '/api/files/affiliates-export', selected: linkLimits.exportSelection },
  note: () => 'Newest first',
  empty: ({ status }, { changeReason }, onSearch) =>
    status === 'archived' ? (
      <EmptyState
        icon={IconLink}
        title="No archived links"
        text="Archived links redirect to the general page. Stats are kept."
      />
    ) : (
      <EmptyState
        icon={IconLink}
        title="No affiliate links yet"
        text="Try a table tent: create a link, print the QR code and see how many guests it brings."
        action={
          <PermissionButton
            variant="primary"
            disabledReason={changeReason}
            onClick={() => onSearch({ action: 'create' })}
          >
            Create link
          </PermissionButton>
        }
      />
    ),
})

function linkColumns(timeZone: string, scopedTo: string | undefined): Column<AffiliateLink>[] {
  const isGlobal = scopedTo === undefined
  const owner: Column<AffiliateLink> = {
    id: 'owner',
    header: 'Owner',
    card: 'hide',
    cell: (row) => <Owner row={row} />,
  }
  return [
    {
      id: 'name',
      header: 'Name',
      card: 'title',
      cell: (row) => <TitleCell title={row.name} caption={<Caption row={row} />} />,
    },
    {
      id: 'address',
      header: 'Short link',
      card: 'hide',
      cell: (row) => <ShortLink row={row} withDestination={isGlobal} />,
    },
    {
      id: 'destination',
      header: 'Destination',
      card: 'hide',
      hiddenByDefault: isGlobal,
      cell: (row) => destinationMeta[row.destination].label,
    },
    ...(isGlobal ? [owner] : []),
    figure('clicks', 'Clicks', 'fact'),
    figure('signups', 'Signups', 'fact'),
    figure('conversion', 'Conversion', 'hide'),
    figure('subscriptions', 'Subscriptions', 'fact'),
    { ...figure('firstDrinks', 'First drinks', 'hide'), hiddenByDefault: true },
    { id: 'status', header: 'Status', card: 'status', cell: (row) => <MetaPill meta={stateMeta[row.state]} /> },
    {
      id: 'created',
      header: 'Created',
      card: 'hide',
      cell: (row) => <RelativeTime value={row.createdAt} timeZone={timeZone} />,
    },
  ]
}

type FigureName = Parameters<typeof FigureText>[0]['figure']

const figure = (id: FigureName, header: string, card: 'fact' | 'hide'): Column<AffiliateLink> => ({
  id,
  header,
  card,
  align: 'right',
  cell: (row) => <FigureText figures={row} figure={id} />,
})

/** A card has no room for the short link beside the figures. */
function Caption({ row }: { row: AffiliateLink }) {
  return (
    <>
      <span className="q-not-phone">{row.sourceTag || row.code}</span>
      <span className="q-phone-only">{`/r/${row.slug}`}</span>
    </>
  )
}

function ShortLink({ row, withDestination }: { row: AffiliateLink; withDestination: boolean }) {
  return (
    <span className={classes.address}>
      <span>
        <span className={classes.short} title={row.address}>
          {`/r/${row.slug}`}
        </span>
        {withDestination && (
          <span className={`q-caption ${classes.short}`}>{destinationMeta[row.destination].label}</span>
        )}
      </span>
      <CopyAddressButton link={row} />
    </span>
  )
}

function Owner({ row }: { row: AffiliateLink }) {
  return (
    <span className={classes.short} title={ownerName(row)}>
      {ownerName(row)}
    </span>
  )
}
