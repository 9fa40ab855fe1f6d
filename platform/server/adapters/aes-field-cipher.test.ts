import { randomBytes, randomInt } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { aesFieldCipher, type FieldKey } from './aes-field-cipher'

const keyOf = (id: string): FieldKey => ({ id, key: randomBytes(32) })
const [first, second] = [keyOf('k1'), keyOf('k2')]
const cipher = aesFieldCipher([first])
const refusal = 'This field can’t be decrypted.'
const boundTo = 'mer_1|accountNumber'
const randomNumber = () => String(randomInt(0, 2 ** 47)).padStart(4, '0')

describe('the field cipher', () => {
  it('opens again what it sealed, 10,000 times', () => {
    for (let round = 0; round < 10_000; round++) {
      const plain = randomNumber()
      const text = cipher.encrypt(plain, boundTo)
      if (text.includes(plain) || cipher.decrypt(text, boundTo) !== plain) expect.fail(`${plain} was not kept`)
    }
    for (const plain of ['', '0', 'ÄÖ 中 😀', 'x'.repeat(10_000)])
      expect(cipher.decrypt(cipher.encrypt(plain, boundTo), boundTo)).toBe(plain)
  })

  it('writes the version, the key, the nonce, the number and the tag', () => {
    expect(cipher.encrypt('000123456789', boundTo)).toMatch(/^v1\.k1\.[\w-]{16}\.[\w-]{16}\.[\w-]{22}$/)
  })

  it('refuses 20 texts with any one of their bits turned', () => {
    let [opened, tried] = [0, 0]
    for (let round = 0; round < 20; round++) {
      const bytes = Buffer.from(cipher.encrypt(randomNumber(), boundTo), 'latin1')
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const altered = Buffer.from(bytes)
        altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        tried++
        try {
          cipher.decrypt(altered.toString('latin1'), boundTo)
          opened++
        } catch {
          // Refused, as it has to be.
        }
      }
    }
    expect(tried).toBeGreaterThan(20 * 60 * 8)
    expect(opened).toBe(0)
  })

  it.each([
    ['padding', (text: string) => `${text}=`],
    ['a line break', (text: string) => `${text}\n`],
    ['the other base64 alphabet', (text: string) => text.replaceAll('-', '+').replaceAll('_', '/')],
    ['a part more', (text: string) => `${text}.AAAA`],
    ['no tag', (text: string) => text.slice(0, text.lastIndexOf('.'))],
    ['a short tag', (text: string) => text.slice(0, -8)],
    ['nothing', () => ''],
    ['plain digits', () => '000123456789'],
    ['another version', (text: string) => text.replace('v1', 'v2')],
  ])('refuses a text with %s', (_, alter) => {
    const texts = Array.from({ length: 50 }, () => cipher.encrypt(randomNumber(), boundTo))
    const changed = texts
      .map((text) => ({ text, altered: alter(text) }))
      .filter(({ text, altered }) => text !== altered)
    expect(changed.length).toBeGreaterThan(0)
    for (const { altered } of changed) expect(() => cipher.decrypt(altered, boundTo)).toThrow(refusal)
  })

  it('refuses a text that was moved to another merchant, another field or another key', () => {
    const text = cipher.encrypt('000123456789', boundTo)
    expect(() => cipher.decrypt(text, 'mer_2|accountNumber')).toThrow(refusal)
    expect(() => cipher.decrypt(text, 'mer_1|routingNumber')).toThrow(refusal)
    const renamed = aesFieldCipher([{ id: 'k9', key: first.key }])
    expect(() => renamed.decrypt(text.replace('.k1.', '.k9.'), boundTo)).toThrow(refusal)
    expect(() => aesFieldCipher([{ id: 'k1', key: second.key }]).decrypt(text, boundTo)).toThrow(refusal)
    expect(() => aesFieldCipher([second]).decrypt(text, boundTo)).toThrow(refusal)
  })

  it('never uses a nonce twice in 100,000', () => {
    const nonces = new Set<string>()
    for (let round = 0; round < 100_000; round++) nonces.add(cipher.encrypt('0', boundTo).split('.')[2] ?? '')
    expect(nonces.size).toBe(100_000)
  })

  it('seals with the first key and opens with all of them', () => {
    const both = aesFieldCipher([second, first])
    expect(both).toMatchObject({ currentKeyId: 'k2', keyIds: ['k2', 'k1'] })
    expect(both.decrypt(cipher.encrypt('1234', boundTo), boundTo)).toBe('1234')
    expect(both.encrypt('1234', boundTo)).toMatch(/^v1\.k2\./)
  })

  it('refuses no key, a short one, an id twice, and an id that would not be read back', () => {
    const short = { id: 'k1', key: randomBytes(31) }
    const broken: FieldKey[][] = [[], [short], [first, { id: 'k1', key: second.key }], [keyOf('k.1')], [keyOf('')]]
    for (const keys of broken) expect(() => aesFieldCipher(keys)).toThrow('different IDs and 32 bytes')
  })

  it('shows no key when it is printed', () => {
    expect(inspect(cipher, { depth: 9, showHidden: true })).not.toContain(first.key.toString('hex').slice(0, 16))
  })
})
