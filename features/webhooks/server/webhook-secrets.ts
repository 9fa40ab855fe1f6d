import { createHmac, randomBytes } from 'node:crypto'
import { findSealErrors, openSeal, rotateSeals, seal, type Seal, type Services } from '@quaff/platform/server'
import { webhookLimits } from '../contract'
import { sealedSecrets } from './secret-store'

export const sealSecret = ({ fieldCipher, ids }: Pick<Services, 'fieldCipher' | 'ids'>, secret: string) =>
  seal(fieldCipher, sealedSecrets, ids.newId('whs'), secret)

export const openSecret = ({ fieldCipher }: Pick<Services, 'fieldCipher'>, sealed: Seal) =>
  openSeal(fieldCipher, sealedSecrets, sealed)

/** Seals every secret of a webhook with the current field key. */
export const rotateWebhookKeys = (services: Services) => rotateSeals(services, sealedSecrets)

export const findWebhookKeyErrors = (services: Pick<Services, 'db' | 'fieldCipher'>) =>
  findSealErrors(services, sealedSecrets)

export const newSecret = () =>
  `${webhookLimits.secretPrefix}${randomBytes(webhookLimits.secretBytes).toString('base64')}`

type Message = { id: string; at: Date; body: string }

/** Follows the Standard Webhooks specification: one signature per valid secret, newest first. */
export function signedHeaders({ id, at, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(webhookLimits.secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
