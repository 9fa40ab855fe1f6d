import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText } from '@quaff/platform/console/display/formats'
import { isolated } from '@quaff/platform/shared/readable-text'
import { useRefunds, RefundMark } from './charge-refunds-widget'

export function OpenDisputes({ merchantId }: { merchantId: string }) {
  const timeZone = useTimeZone()
  const rows = useRefunds({ merchantId })
  if (!rows?.length) return null
  return (
    <section className="q-stack-tight" aria-label="Open disputes and refunds">
      <span className="q-secondary">Open disputes and refunds</span>
      {rows.map((row) => (
        <div key={row.id} className="q-row q-wrap">
          <RefundMark row={row} />
          <span className="q-caption">
            {isolated(row.subscriberName ?? 'Subscriber')}, {isolated(row.planName)}
            {row.periodStart ? (
              <>
                , period from <DateText value={row.periodStart} timeZone={timeZone} />
              </>
            ) : (
              ', waits for its charge'
            )}
          </span>
        </div>
      ))}
    </section>
  )
}
