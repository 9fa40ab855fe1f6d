import { useQuery } from '@tanstack/react-query'
import { useMerchantRecord } from '@quaff/features/sessions/console/merchant-record-widget'
import { useSessionUser, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import { inZone } from '@quaff/platform/console/display/measured/measured-words'
import { Notice } from '@quaff/platform/console/display/notice'
import { sheetPosition, type SheetOfList } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import { adminRole } from '@quaff/platform/shared/product'
import type { SubscriptionListRow } from '../contract'
import { ChargesPanel } from './charges-panel'
import { EndingToolbar } from './ending-toolbar'
import { EndsText } from './ends-text'
import { HistoryPanel } from './history-panel'
import { SubscriptionFactsPanel } from './subscription-facts-panel'
import { subscriberNameOf } from './subscription-name'
import { subscriptionsApi } from './subscription-queries'
import { SubscriptionStatusPill } from './subscription-status-pill'

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
            {record && <EndingToolbar key={record.id} record={record} timeZone={timeZone} />}
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
          <SubscriptionFactsPanel record={record} timeZone={timeZone} isAdministrator={isAdministrator} />
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
            {row.planName}, {row.merchantName}
          </span>
        </div>
      </div>
    </div>
  )
}
