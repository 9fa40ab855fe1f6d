import { z } from 'zod'
import { fieldKeyBytes, fieldKeyIdPattern, type FieldKey } from '@quaff/platform/server/adapters/aes-field-cipher'

/** Both alphabets: `openssl rand -base64 32` writes the ordinary one. */
const keyText = /^[A-Za-z0-9+/_-]+={0,2}$/

const shape = 'must be id:key pairs separated by commas, current first; IDs use letters, digits, - and _'

/** `k2:<key>,k1:<key>`; each key 32 random bytes as base64. No message repeats what may be a key. */
export const fieldKeysField = z
  .string({ error: 'is missing: encryption keys, such as k1:$(openssl rand -base64 32)' })
  .transform((text, issues): FieldKey[] => {
    const read = readFieldKeys(text)
    if (Array.isArray(read)) return read
    issues.addIssue(read.error)
    return z.NEVER
  })

/** The keys; or what is wrong with them, as the rest of a sentence that begins with their name. */
export function readFieldKeys(text: string): FieldKey[] | { error: string } {
  const keys: FieldKey[] = []
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [id = '', encoded = '', ...rest] = entry.split(':')
    if (!fieldKeyIdPattern.test(id) || !keyText.test(encoded) || rest.length > 0) return { error: shape }
    const key = Buffer.from(encoded, 'base64')
    if (key.length !== fieldKeyBytes)
      return { error: `has a key of ${key.length} bytes under ${id}, not of ${fieldKeyBytes}: openssl rand -base64 32` }
    const same = keys.find((known) => known.id === id || known.key.equals(key))
    if (same?.id === id) return { error: `names ${id} twice` }
    if (same) return { error: `has the same key under ${same.id} and ${id}` }
    keys.push({ id, key })
  }
  return keys
}
