import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'
import type { FieldCipher } from '../ports'

export type FieldKey = { id: string; key: Buffer }

const algorithm = 'aes-256-gcm'
const version = 'v1'
export const fieldKeyBytes = 32
const nonceBytes = 12
const tagBytes = 16
/** Neither the dot between the parts nor the bar inside what is authenticated. */
export const fieldKeyIdPattern = /^[A-Za-z0-9_-]{1,32}$/

/** The first key encrypts, all of them decrypt. Keys have 32 bytes and different ids. */
export function aesFieldCipher(keys: readonly FieldKey[]): FieldCipher {
  const [current] = keys
  const areSound = keys.every(({ id, key }) => fieldKeyIdPattern.test(id) && key.length === fieldKeyBytes)
  if (!current || !areSound || new Set(keys.map(({ id }) => id)).size !== keys.length)
    throw new Error('Field keys: at least one, with different IDs and 32 bytes each.')
  // Key objects, because a printed buffer would show its bytes.
  const byId = new Map(keys.map(({ id, key }) => [id, createSecretKey(key)]))
  const currentKey = createSecretKey(current.key)
  return {
    currentKeyId: current.id,
    keyIds: keys.map(({ id }) => id),
    encrypt(plain, boundTo) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, currentKey, nonce, { authTagLength: tagBytes })
      cipher.setAAD(additionalData(boundTo, current.id))
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [version, current.id, ...[nonce, sealed, cipher.getAuthTag()].map(asText)].join('.')
    },
    decrypt(text, boundTo) {
      const { keyId, nonce, sealed, tag } = readParts(text)
      const key = byId.get(keyId)
      if (!key) throw refuse()
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(additionalData(boundTo, keyId))
      decipher.setAuthTag(tag)
      const plain = decipher.update(sealed)
      try {
        return Buffer.concat([plain, decipher.final()]).toString('utf8')
      } catch {
        throw refuse()
      }
    },
  }
}

/** Knows no key: to it every field is sealed with one that is missing. */
export function keylessFieldCipher(): FieldCipher {
  const fail = () => {
    throw refuse()
  }
  return { currentKeyId: '', keyIds: [], encrypt: fail, decrypt: fail }
}

const additionalData = (boundTo: string, keyId: string) => Buffer.from(`${boundTo}|${keyId}`)
const asText = (bytes: Buffer) => bytes.toString('base64url')
const refuse = () => new Error('This field can’t be decrypted.')

function readParts(text: string) {
  const [given, keyId = '', ...encoded] = text.split('.')
  const [nonce, sealed, tag] = encoded.map((part) => Buffer.from(part, 'base64url'))
  if (given !== version || encoded.length !== 3 || !sealed) throw refuse()
  if (nonce?.length !== nonceBytes || tag?.length !== tagBytes) throw refuse()
  // The decoder forgives stray characters and loose bits: one field has one text only.
  if ([nonce, sealed, tag].some((bytes, at) => asText(bytes) !== encoded[at])) throw refuse()
  return { keyId, nonce, sealed, tag }
}
