import { useQuery } from '@tanstack/react-query'
import { useMerchantRecord } from '@quaff/features/sessions/console/merchant-record-widget'
import { useCommandContext, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { DateText } from '@quaff/platform/console/display/formats'
import { FormulaPopover } from '@quaff/platform/console/display/measured-labels'
import { KeyValue, Panel, MetaPill } from '@quaff/platform/console/display/panel'
import { offeredOf, useRecordCommands } from '@quaff/platform/console/frame/command'
import { RecordSheet, type SheetOfList, sheetPosition } from '@quaff/platform/console/list/record-sheet'
import { linkFields, type AffiliateLink } from '../contract'
import { affiliatesApi } from './affiliate-queries'
import { linkCommands } from './link-commands-widget'
import { LinkDaysPanel } from './link-days-panel'
import {
  destinationMeta,
  FigureText,
  figureLabels,
  lastDayOf,
  ownerName,
  shortAddress,
  stateMeta,
  CopyAddressButton,
} from './link-text'
import type { StartLinkAction } from './use-link-actions'
import classes from './affiliates.module.css'

type LinkSheetProps = SheetOfList<AffiliateLink> & { onAction: StartLinkAction }

export function LinkSheet({ id, rows, total, onAction, onOpen, onClose }: LinkSheetProps) {
  const input = { linkId: id ?? '' }
  const record = useMerchantRecord(
    useQuery(affiliatesApi.get.queryOptions({ input, enabled: id !== undefined })),
    ({ merchantId }) => (merchantId === null ? [] : [merchantId]),
  )
  const link = record.data?.id === id ? record.data : rows.find((row) => row.id === id)
  return (
    <RecordSheet
      opened={id !== undefined}
      onClose={onClose}
      title={link?.name ?? 'Affiliate link'}
      noun="Link"
      {...sheetPosition(rows, id, total, onOpen)}
      query={record}
      header={link && <LinkHeader key={link.id} link={link} onAction={onAction} />}
    >
      {link && (
        <div className="q-stack">
          <LinkFiguresPanel link={link} />
          <LinkDaysPanel key={link.id} link={link} />
          <LinkDetails link={link} />
        </div>
      )}
    </RecordSheet>
  )
}

const figures = ['clicks', 'signups', 'conversion', 'subscriptions', 'firstDrinks'] as const

function LinkFiguresPanel({ link }: { link: AffiliateLink }) {
  return (
    <Panel title="Stats">
      <dl className={classes.figures}>
        {figures.map((figure) => (
          <div key={figure} className={classes.figure}>
            <dt>
              {figureLabels[figure].label}
              <FormulaPopover label={figureLabels[figure].label} formula={figureLabels[figure].formula} />
            </dt>
            <dd>
              <FigureText figures={link} figure={figure} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function LinkDetails({ link }: { link: AffiliateLink }) {
  const timeZone = useTimeZone()
  return (
    <Panel title="Details">
      <KeyValue
        items={[
          { label: 'Link', value: <span className={classes.whole}>{link.address}</span> },
          ...(link.formerAddresses.length > 0
            ? [{ label: 'Former links', value: <FormerAddresses addresses={link.formerAddresses} /> }]
            : []),
          { label: 'Destination', value: destinationMeta[link.destination].label },
          { label: linkFields.code.label, value: link.code },
          { label: 'Owner', value: ownerName(link) },
          { label: linkFields.sourceTag.label, value: link.sourceTag },
          { label: 'First day', value: link.startsAt && <DateText value={link.startsAt} timeZone={timeZone} /> },
          { label: 'Last day', value: link.endsAt && <DateText value={lastDayOf(link.endsAt)} timeZone={timeZone} /> },
          { label: 'Created', value: <DateText value={link.createdAt} timeZone={timeZone} style="datetime" /> },
          { label: 'Updated', value: <DateText value={link.updatedAt} timeZone={timeZone} style="datetime" /> },
        ]}
      />
    </Panel>
  )
}

function FormerAddresses({ addresses }: { addresses: readonly string[] }) {
  return (
    <>
      {addresses.map((address) => (
        <div key={address} className={classes.whole}>
          {address}
        </div>
      ))}
      <span className="q-secondary">These still work.</span>
    </>
  )
}

function LinkHeader({ link, onAction }: { link: AffiliateLink; onAction: StartLinkAction }) {
  const details = useCommandContext()
  useRecordCommands(linkCommands, link, details, onAction)
  const buttons = offeredOf(linkCommands, link, details).filter(({ name }) => name !== 'copy')
  return (
    <div className="q-stack">
      <b className={`q-h2 ${classes.whole}`} aria-hidden>
        {link.name}
      </b>
      <div className="q-row q-wrap">
        <MetaPill meta={stateMeta[link.state]} />
        <span className={`q-secondary ${classes.whole}`}>{shortAddress(link.address)}</span>
      </div>
      <div className="q-row q-wrap">
        <CopyAddressButton link={link} withWords />
        {buttons.map(({ name, label, icon, keys, disabledReason }) => (
          <PermissionButton
            key={name}
            size="sm"
            icon={icon}
            shortcut={keys?.toUpperCase()}
            disabledReason={disabledReason}
            onClick={() => onAction(name, link)}
          >
            {label}
          </PermissionButton>
        ))}
      </div>
    </div>
  )
}
