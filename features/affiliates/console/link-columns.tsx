import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { LookPill } from '@quaff/platform/console/display/status-pill'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import type { AffiliateLink } from '../contract'
import { CopyAddressButton } from './copy-address-button'
import { FigureText } from './figure-text'
import { destinationLooks, ownerName, stateLooks } from './link-looks'
import classes from './affiliates.module.css'

/** Of one merchant alone the owner is no news; of all of them the destination stands below the link, to make room for it. */
export function linkColumns(timeZone: string, scopedTo: string | undefined): Column<AffiliateLink>[] {
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
      cell: (row) => destinationLooks[row.destination].label,
    },
    ...(isGlobal ? [owner] : []),
    figure('clicks', 'Clicks', 'fact'),
    figure('signups', 'Signups', 'fact'),
    figure('conversion', 'Conversion', 'hide'),
    figure('subscriptions', 'Subscriptions', 'fact'),
    { ...figure('firstDrinks', 'First drinks', 'hide'), hiddenByDefault: true },
    { id: 'status', header: 'Status', card: 'status', cell: (row) => <LookPill look={stateLooks[row.state]} /> },
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
          <span className={`q-caption ${classes.short}`}>{destinationLooks[row.destination].label}</span>
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
