import { useQuery } from '@tanstack/react-query'
import { useMerchantRecord } from '@quaff/features/sessions/console/merchant-record-widget'
import { useSessionUser, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateRangeText, DateText, formatDate, formatCount, formatMoney } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { inZone, joinNotes, ZoneCaption, zoneNote } from '@quaff/platform/console/display/measured-labels'
import { KeyValue, Notice, Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { RecordSheet, type SheetOfList, sheetPosition } from '@quaff/platform/console/list/record-sheet'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { adminRole } from '@quaff/platform/shared/product'
import { codeTitle, codeText, isolated } from '@quaff/platform/shared/readable-text'
import type {
  SubscriptionEventKind,
  SubscriptionHistoryItem,
  SubscriptionListRow,
  SubscriptionRecord,
} from '../contract'
import { readPriceText } from '../writing-rules'
import { ChargesPanel } from './charges-panel'
import { subscriberNameOf } from './subscription-name'
import { subscriptionsApi } from './subscription-queries'
import { SubscriptionStatusPill, EndsText, priceText } from './subscription-status-widget'
import { SubscriptionToolbar } from './subscription-toolbar'
import classes from '@quaff/platform/console/display/rows.module.css'

type SubscriptionSheetProps = SheetOfList<SubscriptionListRow> & { id: string }

export function SubscriptionSheet({ id, rows, total, onOpen, onClose }: SubscriptionSheetProps) {
  const timeZone = useTimeZone()
  const isAdministrator = useSessionUser().role === adminRole
  const query = useMerchantRecord(
    useQuery(subscriptionsApi.get.queryOptions({ input: { subscriptionId: id } })),
    ({ merchantId }) => [merchantId],
  )
  const record = query.data
  const row = record ?? rows.find((candidate) => candidate.id === id)
  return (
    <RecordSheet
      opened
      onClose={onClose}
      title={row ? subscriberNameOf(row) : 'Subscription'}
      noun="Subscription"
      {...sheetPosition(rows, id, total, onOpen)}
      query={query}
      header={
        row && (
          <div className="q-stack">
            <SheetHeader row={row} timeZone={timeZone} />
            {record && <SubscriptionToolbar key={record.id} record={record} timeZone={timeZone} />}
          </div>
        )
      }
    >
      {record && (
        <div className="q-stack">
          {record.endsAt && (
            <Notice tone="info" title="Cancellation scheduled">
              Runs until <DateText value={record.endsAt} timeZone={timeZone} style="datetime" />
              {inZone(timeZone)}.
            </Notice>
          )}
          <SubscriptionDetailsPanel record={record} timeZone={timeZone} isAdministrator={isAdministrator} />
          <ChargesPanel {...record} subscriberName={subscriberNameOf(record)} timeZone={timeZone} />
          <HistoryPanel history={record.history} isHistoryRecorded={record.isHistoryRecorded} timeZone={timeZone} />
        </div>
      )}
    </RecordSheet>
  )
}

function SheetHeader({ row, timeZone }: { row: SubscriptionListRow; timeZone: string }) {
  return (
    <div className="q-row">
      <InitialsMark name={subscriberNameOf(row)} round size="lg" />
      <div className="q-grow">
        <b className="q-h2" aria-hidden>
          {subscriberNameOf(row)}
        </b>
        <div className="q-row q-wrap">
          <SubscriptionStatusPill status={row.status} />
          <EndsText endsAt={row.endsAt} timeZone={timeZone} />
          <span className="q-caption">
            {isolated(row.planName)}, {isolated(row.merchantName)}
          </span>
        </div>
      </div>
    </div>
  )
}

type SubscriptionDetailsPanelProps = { record: SubscriptionRecord; timeZone: string; isAdministrator: boolean }

function SubscriptionDetailsPanel({ record, timeZone, isAdministrator }: SubscriptionDetailsPanelProps) {
  const { userId, merchantId, merchantName, isPriced, monthlyAmount, currency, recentRedemptions } = record
  const name = subscriberNameOf(record)
  const day = (value: Date) => <DateText value={value} timeZone={timeZone} />
  return (
    <Panel title="Subscription" footer={<ZoneCaption timeZone={timeZone} />}>
      <KeyValue
        items={[
          {
            label: 'Subscriber',
            value: userId ? (
              <AppLink to={`/users?id=${encodeURIComponent(userId)}`} className="q-link">
                {name}
              </AppLink>
            ) : (
              name
            ),
          },
          ...(isAdministrator ? [{ label: 'Email', value: record.email && readableEmail(record.email) }] : []),
          {
            label: 'Merchant',
            value: isAdministrator ? (
              <AppLink to={`/merchants?id=${encodeURIComponent(merchantId)}`} className="q-link">
                {merchantName}
              </AppLink>
            ) : (
              merchantName
            ),
          },
          { label: 'Plan', value: record.planName },
          { label: 'Price', value: isPriced ? priceText(record) : 'None' },
          { label: 'Monthly value', value: isPriced ? formatMoney(monthlyAmount, currency) : '—' },
          {
            label: 'Current period',
            value: <DateRangeText from={record.currentPeriodStart} to={record.currentPeriodEnd} timeZone={timeZone} />,
          },
          { label: 'Created', value: day(record.createdAt) },
          { label: 'Updated', value: day(record.updatedAt) },
          {
            label: 'Redemptions, last 30 days',
            value: recentRedemptions === null ? '—' : formatCount(recentRedemptions),
          },
          ...(record.cancelReason ? [{ label: 'Cancellation reason', value: record.cancelReason }] : []),
        ]}
      />
    </Panel>
  )
}

type HistoryPanelProps = Pick<SubscriptionRecord, 'history' | 'isHistoryRecorded'> & { timeZone: string }

function HistoryPanel({ history, isHistoryRecorded, timeZone }: HistoryPanelProps) {
  return (
    <Panel
      title="History"
      flush
      footer={
        <span className="q-caption">
          {isHistoryRecorded
            ? joinNotes('Newest first', zoneNote(timeZone))
            : 'No history recorded. Based on the subscription itself.'}
        </span>
      }
    >
      <ol aria-label="History, newest first">
        {history.map((item) => {
          const { title, fields } = historyText(item, timeZone)
          return (
            <li key={item.id} className={classes.row}>
              <span className={classes.details}>
                <b className="q-strong">{title}</b>
                {fields && <span className="q-caption">{fields}</span>}
                {item.by && <span className="q-caption">by {isolated(item.by)}</span>}
              </span>
              <span className={classes.state}>
                <DateText value={item.at} timeZone={timeZone} style="datetime" />
              </span>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}

type Details = SubscriptionHistoryItem['details']

const titles = {
  started: 'Subscription started',
  renewed: 'Renewed',
  status_changed: 'Status changed',
  price_changed: 'Price changed',
  plan_changed: 'Plan changed',
  cancel_scheduled: 'Cancellation scheduled',
  cancel_withdrawn: 'Cancellation undone',
  canceled: 'Canceled',
} as const satisfies Record<SubscriptionEventKind, string>

/** Returns the title of an event and its details, or undefined without details. */
export function historyText(
  { kind, details }: Pick<SubscriptionHistoryItem, 'kind' | 'details'>,
  timeZone: string,
): { title: string; fields: string | undefined } {
  const fields = detailsOf[kind](details, timeZone).filter((detail) => detail !== undefined)
  return { title: titles[kind], fields: fields.length > 0 ? fields.join(', ') : undefined }
}

type Fields = (details: Details, timeZone: string) => (string | undefined)[]

const detailsOf = {
  started: (details) => [titleOf(details['status']), startPrice(details)],
  renewed: (details, timeZone) => [dayText('period from', details['periodStart'], timeZone)],
  status_changed: (details) => [change(details, titleOf)],
  price_changed: (details) => [change(details, writtenPrice)],
  plan_changed: (details) => [change(details, textOf)],
  cancel_scheduled: (details, timeZone) => [dayText('ends', details['periodEnd'], timeZone), reasonOf(details)],
  cancel_withdrawn: () => [],
  canceled: (details) => [details['from'] ? `was ${wordsOf(details['from'])}` : undefined, reasonOf(details)],
} as const satisfies Record<SubscriptionEventKind, Fields>

const textOf = (value: Details[string] | undefined) => (value === null || value === undefined ? '—' : String(value))
const wordsOf = (value: Details[string] | undefined) => (value ? codeText(String(value)) : undefined)
const titleOf = (value: Details[string] | undefined) => (value ? codeTitle(String(value)) : undefined)
const reasonOf = ({ reason }: Details) => (reason ? `reason: ${isolated(String(reason))}` : undefined)

function change({ from, to }: Details, word: (value: Details[string] | undefined) => string | undefined) {
  return `${word(from) ?? '—'} → ${word(to) ?? '—'}`
}

function startPrice({ amountMinor, currency }: Details): string | undefined {
  return typeof amountMinor === 'number' && typeof currency === 'string'
    ? formatMoney(amountMinor, currency)
    : undefined
}

/** The history stores `2900 usd / 1 month`. Any other text is shown unchanged. */
function writtenPrice(value: Details[string] | undefined): string {
  const price = readPriceText(String(value))
  return price ? priceText({ ...price, amount: price.amountMinor }) : textOf(value)
}

function dayText(before: string, value: Details[string] | undefined, timeZone: string): string | undefined {
  const day = typeof value === 'string' ? new Date(value) : undefined
  if (!day || Number.isNaN(day.getTime()) || day.getTime() === 0) return undefined
  return `${before} ${formatDate(day, 'date', { timeZone })}`
}
