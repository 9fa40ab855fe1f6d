import { listAdministratorsToMail } from '@quaff/features/accounts/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { commandLineContext } from '@quaff/platform/server/command-line/command-line-context'
import type { Services, Transaction } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { disableEndpoint } from './endpoint-store'
import { switchedOffMail, type SwitchedOff } from './webhook-emails'

type Failed = { endpointId: string; reason: SwitchedOff['reason']; since: Date }

/** By its own failures: whoever can mend it is told by whoever switches it off, and by nobody who comes too late. */
export async function switchOff(services: Services, tx: Transaction, { endpointId, reason, since }: Failed) {
  const at = services.clock.now()
  const endpoint = await disableEndpoint(tx, endpointId, { disabledReason: reason, disabledAt: at })
  if (!endpoint) return
  const context = commandLineContext(services)
  await recordAudit({ ...context, request: { ...context.request, requestId: 'webhooks' } }, tx, {
    action: 'disable_webhook',
    targetType: 'webhook_endpoint',
    targetId: endpointId,
    before: { enabled: true },
    after: { enabled: false, reason },
  })
  const mail = switchedOffMail(services, { endpoint, reason, since })
  for (const { email: to, isPlaceholder } of await listAdministratorsToMail(tx))
    await queueMail(services, tx, { to, isPlaceholder, ...mail })
}
