import { randomFillSync, createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Ids, Secrets } from '../ports'

/** Crockford's base 32 in lower case: sorts as its numbers do, no letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeLength = 10
const randomLength = 16

/** 48 bits of milliseconds, then 80 random bits: ids of one kind sort by the time they were made. */
export const randomIds: Ids = { newId: (prefix) => `${prefix}_${timePart(Date.now())}${randomPart()}` }

function timePart(milliseconds: number) {
  let rest = milliseconds
  let text = ''
  for (let position = 0; position < timeLength; position++) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

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
  for (const end = used + randomLength; used < end; used += 1) text += alphabet.charAt(drawn.readUInt8(used) % 32)
  return text
}

export function nodeSecrets(secret: string): Secrets {
  return {
    newToken: () => randomBytes(32).toString('base64url'),
    newCode: () => String(randomInt(1_000_000)).padStart(6, '0'),
    hash: (value) => createHmac('sha256', secret).update(value).digest('base64url'),
  }
}
