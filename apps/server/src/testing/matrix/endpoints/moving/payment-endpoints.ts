import { paymentEvents } from '@quaff/features/payments/tables'
import type { Services } from '@quaff/platform/server'
import { signedIn, strangers, type Endpoint } from '../../endpoint'

const administratorsOnly = { ...strangers('UNAUTHORIZED'), ...signedIn('FORBIDDEN'), admin: 'ok' } as const

async function insertUnmatched({ db, ids, clock }: Services) {
  const eventId = ids.newId('evt')
  const at = clock.now()
  await db
    .insert(paymentEvents)
    .values({
      eventId,
      type: 'invoice.paid',
      occurredAt: at,
      receivedAt: at,
      outcome: 'unmatched',
      reason: 'UNREADABLE',
    })
  return { eventId }
}

export const paymentEndpoints: Record<string, Endpoint> = {
  'payments.state': { input: () => undefined, expected: administratorsOnly },
  'payments.unmatched': {
    async input(services) {
      await insertUnmatched(services)
      return {}
    },
    expected: administratorsOnly,
  },
  'payments.retry': { input: insertUnmatched, expected: administratorsOnly },
  'payments.dismiss': { input: insertUnmatched, expected: { ...administratorsOnly, admin: 'null' } },
}
