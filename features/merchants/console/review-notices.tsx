import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText } from '@quaff/platform/console/display/date-time'
import { Notice } from '@quaff/platform/console/display/notice'
import { topicLabels } from '../completeness-rules'
import type { MerchantRecord } from '../contract'
import classes from './merchant-sheet.module.css'

/** Why it was stopped, and what its owners were asked for. */
export function ReviewNotices({ merchant }: { merchant: MerchantRecord }) {
  const { changeRequest, earlierRequests, statusReason } = merchant
  const timeZone = useTimeZone()
  return (
    <>
      {statusReason && (
        <Notice tone="danger" title="Reason">
          <span className={classes.written}>{statusReason}</span>
        </Notice>
      )}
      {changeRequest && (
        <Notice
          tone="info"
          title={
            <>
              Changes requested on <DateText value={changeRequest.requestedAt} timeZone={timeZone} />
            </>
          }
        >
          {changeRequest.items.length > 0 && (
            <span>{changeRequest.items.map((step) => topicLabels[step]).join(', ')}. </span>
          )}
          <span className={classes.written}>{changeRequest.note}</span>
        </Notice>
      )}
      {earlierRequests.length > 0 && (
        <details>
          <summary className="q-link">{`Earlier requests (${earlierRequests.length})`}</summary>
          <ul className="q-stack-tight">
            {earlierRequests.map(({ requestedAt, items, note }) => (
              <li key={requestedAt.getTime()}>
                <span className="q-caption">
                  <DateText value={requestedAt} timeZone={timeZone} />
                </span>{' '}
                {items.length > 0 && <span>{items.map((step) => topicLabels[step]).join(', ')}. </span>}
                <span className={classes.written}>{note}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
