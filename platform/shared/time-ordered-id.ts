/** Crockford's base 32 in lower case: sorts as its numbers do, no letters that look like digits. */
export const idAlphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeLength = 10

/** 48 bits of milliseconds. */
export function timePart(milliseconds: number): string {
  let rest = milliseconds
  let text = ''
  for (let position = 0; position < timeLength; position++) {
    text = idAlphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** Returns when the platform made an id. Undefined for an id of another system. */
export function timeOfId(prefix: string, id: string): Date | undefined {
  const part = id.startsWith(`${prefix}_`) ? id.slice(prefix.length + 1) : ''
  if (!/^[0-9a-hjkmnp-tv-z]{26}$/.test(part)) return undefined
  let milliseconds = 0
  for (const sign of part.slice(0, timeLength)) milliseconds = milliseconds * 32 + idAlphabet.indexOf(sign)
  return new Date(milliseconds)
}
