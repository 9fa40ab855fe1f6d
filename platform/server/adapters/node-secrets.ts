import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Secrets } from '../ports'

export function nodeSecrets(secret: string): Secrets {
  return {
    newToken: () => randomBytes(32).toString('base64url'),
    newCode: () => String(randomInt(1_000_000)).padStart(6, '0'),
    hash: (value) => createHmac('sha256', secret).update(value).digest('base64url'),
  }
}
