import { randomBytes } from 'node:crypto'
import type { Ids } from '../ports'

/** Crockford's base 32 in lower case: sorts as its numbers do, no letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeLength = 10
const randomLength = 16

/** 48 bits of milliseconds, then 80 random bits: ids of one kind sort by the time they were made. */
export const randomIds: Ids = { newId: (prefix) => `${prefix}_${timePart(Date.now())}${randomPart()}` }

function timePart(milliseconds: number): string {
  let rest = milliseconds
  let text = ''
  for (let position = 0; position < timeLength; position++) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function randomPart(): string {
  return Array.from(randomBytes(randomLength), (byte) => alphabet.charAt(byte % 32)).join('')
}
