import { DateText } from '@quaff/platform/console/display/date-time'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { AuditLogRow } from '../audit/contract'
import { wordsOf } from '../audit/rules'
import { actorOf } from './audit-columns'

export function AuditFactsSection({ row, timeZone }: { row: AuditLogRow; timeZone: string }) {
  const id = (text: string) => encodeURIComponent(text)
  return (
    <section className="q-stack-tight" aria-label="Entry">
      <h3 className="q-h3">Entry</h3>
      <KeyValue
        items={[
          { label: 'Date', value: <DateText value={row.occurredAt} timeZone={timeZone} style="exact" /> },
          {
            label: 'User',
            value: <LinkOr to={row.adminUserId && `/users?id=${id(row.adminUserId)}`} text={actorOf(row)} />,
          },
          { label: 'Email at the time', value: row.adminEmail },
          { label: 'Record', value: row.targetName },
          { label: `${wordsOf(row.targetType)} ID`, value: row.targetId },
          {
            label: 'Merchant',
            value: row.merchantId && (
              <LinkOr to={`/merchants?id=${id(row.merchantId)}`} text={row.merchantName ?? row.merchantId} />
            ),
          },
          { label: 'Request', value: row.requestId },
          { label: 'Entry', value: row.id },
          { label: 'Sealed', value: row.sealPosition === null ? 'Within a minute' : `Position ${row.sealPosition}` },
        ]}
      />
    </section>
  )
}

function LinkOr({ to, text }: { to: string | null; text: string }) {
  if (to === null) return text
  return (
    <AppLink className="q-link" to={to}>
      {text}
    </AppLink>
  )
}
