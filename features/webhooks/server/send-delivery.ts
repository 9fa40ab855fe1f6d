import { randomInt } from 'node:crypto'
import { listAdministratorsToMail } from '@quaff/features/accounts/server'
import {
  commandLineContext,
  inTransaction,
  queueMail,
  recordAudit,
  type Services,
  type Transaction,
  type WebhookPoster,
} from '@quaff/platform/server'
import { type DeliveryErrorCode, webhookLimits } from '../contract'
import { afterAttempt, bodyOf, hasFailedTooLong, isGone, isTaken, keptAnswer } from '../rules'
import { disableEndpoint } from './endpoint-store'
import { type ClaimedDelivery, noteAttempt, noteFailure, noteSuccess } from './sending-store'
import { type SwitchedOff, switchedOffMail } from './webhook-emails'
import { signedHeaders } from './webhook-secrets'

export type Target = { url: string; secrets: readonly string[] }
type Outcome = { status: number | null; error: DeliveryErrorCode | null; text: string; durationMs: number }

/** Signs, sends and records one attempt. A crash before the record sends it again. */
export async function sendDelivery(
  services: Services,
  poster: WebhookPoster,
  delivery: ClaimedDelivery,
  { url, secrets }: Target,
) {
  const body = bodyOf(delivery)
  const at = services.clock.now()
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Quaff-Webhooks/1',
    ...signedHeaders({ id: delivery.messageId, at, body }, secrets),
  }
  const outcome: Outcome =
    secrets.length === 0
      ? { status: null, error: 'SECRET', text: '', durationMs: 0 }
      : await poster.post({ url, headers, body })
  await note(services, delivery, outcome, headers)
}

async function note(
  services: Services,
  delivery: ClaimedDelivery,
  { status, error, text, durationMs }: Outcome,
  requestHeaders: Record<string, string>,
) {
  const now = services.clock.now()
  const taken = isTaken({ status, fault: error })
  const next = afterAttempt({ attempts: delivery.attempts, isTaken: taken }, now, randomInt(1_000) / 1_000)
  await inTransaction(services, async (tx) => {
    const isOurs = await noteAttempt(tx, delivery, {
      ...next,
      lastAttemptAt: now,
      responseStatus: status,
      fault: error ?? (taken ? null : 'STATUS'),
      durationMs,
      responseText: keptAnswer(text).slice(0, webhookLimits.answerLength),
      requestHeaders,
    })
    if (!isOurs) return
    if (taken) return noteSuccess(tx, delivery.endpointId, now)
    const since = await noteFailure(tx, delivery.endpointId, now)
    if (!since) return
    const { endpointId } = delivery
    if (isGone({ status, fault: error })) await switchOff(services, tx, { endpointId, reason: 'gone', since })
    else if (hasFailedTooLong(since, now)) await switchOff(services, tx, { endpointId, reason: 'failing', since })
  })
}

type Failed = { endpointId: string; reason: SwitchedOff['reason']; since: Date }

/** Disables an endpoint that keeps failing. Only the process that disables it emails the administrators. */
async function switchOff(services: Services, tx: Transaction, { endpointId, reason, since }: Failed) {
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
