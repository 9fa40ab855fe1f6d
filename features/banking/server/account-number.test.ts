import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { aesFieldCipher } from '@quaff/platform/server/adapters/aes-field-cipher'
import { accountNumberOpens, openAccountNumber, sealAccountNumber } from './account-number'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const sources = ['features', 'platform', 'apps', 'database', 'scripts', 'e2e']
const isSource = (path: string) => /\.(ts|tsx|mjs|js)$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path)
const mayOpen = [
  /\.test\.tsx?$/,
  /^platform\/server\/adapters\//,
  /^features\/banking\/server\/account-number\.ts$/,
  // These secrets are bound to their user, so their code cannot decrypt an account number.
  /^features\/sign-in\/second-factor\/server\/second-factor-keys\.ts$/,
  /^features\/sign-in\/single-sign-on\/server\/provider-sessions\.ts$/,
  /^features\/api-keys\/server\/new-secrets\.ts$/,
  /^platform\/server\/seals\.ts$/,
]

async function codeFiles(): Promise<string[]> {
  const found = await Promise.all(
    sources.map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    }),
  )
  return found.flat().filter(isSource)
}

async function filesWith(pattern: RegExp): Promise<string[]> {
  const files = await codeFiles()
  expect(files.length).toBeGreaterThan(300)
  const texts = await Promise.all(files.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
  return texts.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
}

describe('a full account number', () => {
  it('is decrypted in one file only', async () => {
    const opening = await filesWith(/\bdecrypt\b\s*[(,}:]/)
    expect(opening).toContain('features/banking/server/account-number.ts')
    expect(opening.filter((path) => !mayOpen.some((pattern) => pattern.test(path)))).toEqual([
      'platform/server/ports.ts',
    ])
  })

  it('is decrypted only for the bank file and key rotation; one place checks if it decrypts', async () => {
    const users = async (pattern: RegExp) =>
      (await filesWith(pattern)).filter((path) => !path.endsWith('.test.ts')).toSorted()
    expect(await users(/\bopenAccountNumber\b/)).toEqual([
      'features/banking/server/account-number.ts',
      'features/banking/server/index.ts',
      'features/payouts/bank-file/server/open-accounts.ts',
    ])
    // The sealed column, which a rotation opens.
    expect(await users(/import \{[^}]*\baccountNumbers\b[^}]*\} from '\.\/account-number'/)).toEqual([
      'features/banking/server/bank-keys.ts',
    ])
  })

  it('does not decrypt in another merchant’s row', () => {
    const cipher = aesFieldCipher([{ id: 'k1', key: Buffer.alloc(32, 3) }])
    const { accountNumberEncrypted } = sealAccountNumber(cipher, 'mer_1', '000123456789')
    expect(openAccountNumber(cipher, { merchantId: 'mer_1', accountNumberEncrypted })).toBe('000123456789')
    expect(() => openAccountNumber(cipher, { merchantId: 'mer_2', accountNumberEncrypted })).toThrow(
      'can’t be decrypted',
    )
  })
})

describe('the check of a stored number', () => {
  it('runs once per text and merchant, and agrees with decryption', () => {
    const cipher = aesFieldCipher([{ id: 'k1', key: Buffer.alloc(32, 7) }])
    const accountNumberEncrypted = cipher.encrypt('000123456789', 'mer_1|accountNumber')
    const opened: string[] = []
    const watched = { ...cipher, decrypt: (text: string, to: string) => (opened.push(to), cipher.decrypt(text, to)) }
    const opens = (merchantId: string) => accountNumberOpens(watched, { merchantId, accountNumberEncrypted })
    expect([opens('mer_1'), opens('mer_1'), opens('mer_2'), opens('mer_2')]).toEqual([true, true, false, false])
    expect(opened).toEqual(['mer_1|accountNumber', 'mer_2|accountNumber'])
  })
})
