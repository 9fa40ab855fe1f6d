import { useQuery } from '@tanstack/react-query'
import { useSessionUser, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import { Notice } from '@quaff/platform/console/display/notice'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { ErrorState } from '@quaff/platform/console/list/list-states'
import { sheetPosition } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import { adminRole } from '@quaff/platform/shared/product'
import { ChargesPanel } from '../../charges/console/charges-panel'
import type { SubscriptionListRow } from '../../contract'
import { EndingToolbar } from '../../ending/console/ending-toolbar'
import { HistoryPanel } from '../../history/console/history-panel'
import { subscriberNameOf } from '../list/subscription-name'
import { subscriptionsApi } from '../subscription-queries'
import { SubscriptionStatusPill } from '../subscription-status-pill'
import { SubscriptionFactsPanel } from './subscription-facts-panel'

type SubscriptionSheetProps = {
  id: string
  rows: readonly SubscriptionListRow[]
  total: number | undefined
  onOpen: (id: string) => void
  onClose: () => void
}

export function SubscriptionSheet({ id, rows, total, onOpen, onClose }: SubscriptionSheetProps) {
  const timeZone = useTimeZone()
  const isAdministrator = useSessionUser().role === adminRole
  const query = useQuery(subscriptionsApi.get.queryOptions({ input: { subscriptionId: id } }))
  const record = query.data
  const row = record ?? rows.find((candidate) => candidate.id === id)
  const { position, previous, next } = sheetPosition(rows, id, total)
  return (
    <RecordSheet
      opened
      onClose={onClose}
      title={row ? subscriberNameOf(row) : 'Subscription'}
      noun="Subscription"
      position={position}
      onPrevious={previous === undefined ? undefined : () => onOpen(previous)}
      onNext={next === undefined ? undefined : () => onOpen(next)}
      header={
        row && (
          <div className="q-stack">
            <SheetHeader row={row} />
            {record && <EndingToolbar key={record.id} record={record} timeZone={timeZone} />}
          </div>
        )
      }
    >
      {query.isPending && <SkeletonText lines={8} />}
      {query.isError && !record && (
        <ErrorState
          title="This subscription could not be loaded"
          text="It may be gone, or not be yours to see."
          onRetry={() => void query.refetch()}
        />
      )}
      {record && (
        <div className="q-stack">
          {record.cancelAtPeriodEnd && record.status !== 'canceled' && (
            <Notice tone="info" title="Set to end with its period">
              It runs on until <DateText value={record.currentPeriodEnd} timeZone={timeZone} style="datetime" /> (
              {timeZone}), is not renewed and then reads Canceled.
            </Notice>
          )}
          <SubscriptionFactsPanel record={record} timeZone={timeZone} isAdministrator={isAdministrator} />
          <ChargesPanel charges={record.charges} chargeCount={record.chargeCount} timeZone={timeZone} />
          <HistoryPanel history={record.history} isHistoryRecorded={record.isHistoryRecorded} timeZone={timeZone} />
        </div>
      )}
    </RecordSheet>
  )
}

function SheetHeader({ row }: { row: SubscriptionListRow }) {
  return (
    <div className="q-row">
      <InitialsMark name={subscriberNameOf(row)} round size="lg" />
      <div className="q-grow">
        <b className="q-h2" aria-hidden>
          {subscriberNameOf(row)}
        </b>
        <div className="q-row q-wrap">
          <SubscriptionStatusPill status={row.status} />
          <span className="q-caption">
            {row.planName}, {row.merchantName}
          </span>
        </div>
      </div>
    </div>
  )
}
