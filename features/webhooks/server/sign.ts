import { createHmac, randomBytes } from 'node:crypto'
import { webhookLimits } from '../contract'

export const newSecret = () =>
  `${webhookLimits.secretPrefix}${randomBytes(webhookLimits.secretBytes).toString('base64')}`

type Message = { id: string; at: Date; body: string }

/** By the Standard Webhooks specification: one signature for each secret that holds, the newest first. */
export function signedHeaders({ id, at, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(webhookLimits.secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
