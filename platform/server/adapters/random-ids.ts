import { randomFillSync, createHmac, randomBytes, randomInt } from 'node:crypto'
import { idAlphabet, timePart } from '@quaff/platform/shared/time-ordered-id'
import type { Ids, Secrets } from '../ports'

const randomLength = 16

/** 48 bits of milliseconds, then 80 random bits: ids of one kind sort by the time they were made. */
export const randomIds: Ids = { newId: (prefix) => `${prefix}_${timePart(Date.now())}${randomPart()}` }

/**
 * Random bytes are generated ahead: each request needs an id, and one call costs the same for 4,096 bytes as for 16.
 */
const drawn = Buffer.alloc(256 * randomLength)
let used = drawn.length

function randomPart() {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  let text = ''
  for (const end = used + randomLength; used < end; used += 1) text += idAlphabet.charAt(drawn.readUInt8(used) % 32)
  return text
}

export function nodeSecrets(secret: string): Secrets {
  return {
    newToken: () => randomBytes(32).toString('base64url'),
    newCode: () => String(randomInt(1_000_000)).padStart(6, '0'),
    hash: (value) => createHmac('sha256', secret).update(value).digest('base64url'),
  }
}
