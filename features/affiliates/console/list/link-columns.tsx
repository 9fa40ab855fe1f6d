import { IconLink } from '@tabler/icons-react'
import type { AffiliateLink } from '../../contract'
import classes from '../affiliates.module.css'
import { CopyAddressButton } from '../copy-address-button'
import { FigureText } from '../figure-text'
import { destinationLooks, ownerName } from '../link-looks'
import { LinkStatusPill } from '../link-status-pill'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'

/** Of one merchant alone the owner is no news. */
export function linkColumns(timeZone: string, scopedTo: string | undefined): Column<AffiliateLink>[] {
  const owner: Column<AffiliateLink> = { id: 'owner', header: 'Owner', card: 'hide', cell: (row) => <Owner row={row} /> }
  return [
    {
      id: 'name',
      header: 'Name',
      card: 'title',
      cell: (row) => (
        <TitleCell
          title={row.name}
          caption={row.sourceTag || row.code}
          mark={<InitialsMark name={row.name} icon={IconLink} />}
        />
      ),
    },
    { id: 'address', header: 'Short link', card: 'fact', cell: (row) => <ShortLink row={row} /> },
    { id: 'destination', header: 'Destination', card: 'hide', cell: (row) => destinationLooks[row.destination].label },
    ...(scopedTo === undefined ? [owner] : []),
    figure('clicks', 'Clicks', 'fact'),
    figure('signups', 'Signups', 'hide'),
    figure('conversion', 'Conversion', 'fact'),
    figure('subscriptions', 'Subscriptions', 'hide'),
    { ...figure('firstDrinks', 'First drinks', 'hide'), hiddenByDefault: true },
    { id: 'status', header: 'Status', card: 'status', cell: (row) => <LinkStatusPill state={row.state} /> },
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
  ...{ id, header, card, align: 'right' },
  cell: (row) => <FigureText figures={row} figure={id} />,
})

function ShortLink({ row }: { row: AffiliateLink }) {
  return (
    <span className={classes.address}>
      <span className={classes.short} title={row.address}>
        {`/r/${row.slug}`}
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
