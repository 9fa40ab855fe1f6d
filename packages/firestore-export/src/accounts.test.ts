import { describe, expect, it } from 'vitest'
import { chunksOf, collected, documentsIn } from '../testing/source-chunks'
import { readAccountList, readAccountTable, readHashParameters } from './accounts.js'
import { FormatError } from './errors.js'

const hash = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='
const account = {
  localId: 'u1',
  email: 'Joerg@People.test',
  emailVerified: true,
  passwordHash: hash,
  salt: '42xEC+ixf3L2lw==',
  displayName: 'Jörg "Joe" Müller, Sr.',
  photoUrl: 'https://pictures.test/u1.png',
  createdAt: '1650000000123',
  lastSignedInAt: '1700000000456',
  phoneNumber: '+491701234567',
  disabled: false,
  customAttributes: '{"role":"merchant_admin","merchantIds":["m1","m2"]}',
}

/** The tool's row format: 28 columns, quoted only if needed. */
function rowOf(details: Partial<Record<keyof typeof account, string>>): string {
  const columns = Array.from({ length: 28 }, () => '')
  const places = { localId: 0, email: 1, emailVerified: 2, passwordHash: 3, salt: 4, displayName: 5, photoUrl: 6 }
  const later = { createdAt: 23, lastSignedInAt: 24, phoneNumber: 25, disabled: 26, customAttributes: 27 }
  for (const [name, index] of Object.entries({ ...places, ...later }))
    columns[index] = details[name as keyof typeof account] ?? ''
  return `${columns.join(',')},`
}
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const full = rowOf({
  ...account,
  emailVerified: 'true',
  disabled: 'false',
  displayName: quoted(account.displayName),
  customAttributes: quoted(account.customAttributes),
})
const tableOf = (...rows: string[]) => `${rows.join('\n')}\n`

describe('accounts of the provider', () => {
  it('are the same from JSON and from the table, names with quotes, commas and umlauts too', async () => {
    const list = await documentsIn(readAccountList(chunksOf(JSON.stringify({ kind: 'x', users: [account] }), 7)))
    const table = await documentsIn(readAccountTable(chunksOf(tableOf(full), 7)))
    expect(list).toEqual(table)
    expect(list).toEqual([{ path: '__auth__/u1', data: account }])
  })

  it('of the table come with a name that holds quotes which no one doubled', async () => {
    const odd = rowOf({ localId: 'u2', emailVerified: 'false', displayName: 'Ana "Bela" Lima' })
    const [first, second, third] = await documentsIn(
      readAccountTable(chunksOf(tableOf(full, odd, rowOf({ localId: 'u3' })))),
    )
    expect([first?.path, second?.path, third?.path]).toEqual(['__auth__/u1', '__auth__/u2', '__auth__/u3'])
    expect(second?.data).toEqual({ localId: 'u2', emailVerified: false, displayName: 'Ana "Bela" Lima' })
  })

  it('of the table are read with a mark of the byte order, both signs at the line end, and in single bytes', async () => {
    const text = `\uFEFF${tableOf(full, rowOf({ localId: 'ü' })).replaceAll('\n', '\r\n')}`
    expect((await documentsIn(readAccountTable(chunksOf(text, 1)))).map(({ path }) => path)).toEqual([
      '__auth__/u1',
      '__auth__/ü',
    ])
  })

  it.each([
    ['too few columns', 'u2,a@b.test,true'],
    ['a quote that never ends', rowOf({ localId: 'u2', displayName: '"Ana' })],
  ])('of a table with %s end there, told, with what came before', async (_title, broken) => {
    let before = 0
    const reading = async () => {
      for await (const _read of readAccountTable(chunksOf(tableOf(full, broken, rowOf({ localId: 'u3' }))))) before += 1
    }
    await expect(reading()).rejects.toThrow(FormatError)
    expect(before).toBe(1)
  })

  it('of a table that is broken are not looked for behind the fault', async () => {
    let taken = 0
    async function* pieces() {
      for (const text of [tableOf(full, 'u2,a@b.test,true'), tableOf(full), tableOf(full)]) {
        taken += 1
        yield Buffer.from(text)
      }
    }
    await expect(collected(readAccountTable(pieces()))).rejects.toMatchObject({ fault: 'damaged' })
    // The end of a piece is looked at together with what follows it.
    expect(taken).toBe(2)
  })

  it('an error of the file itself is passed on, once', async () => {
    async function* torn() {
      yield Buffer.from(full)
      throw new FormatError('cut_off', 5)
    }
    await expect(collected(readAccountTable(torn()))).rejects.toMatchObject({ fault: 'cut_off' })
  })

  it('without an id are reported and left out', async () => {
    const users = [{ email: 'a@b.test' }, { localId: '' }, { localId: 5 }, null, 'u1', account]
    const reads = await collected(readAccountList(chunksOf(JSON.stringify({ users }))))
    expect(reads.map((read) => ('fault' in read ? read.fault : read.document.path))).toEqual([
      ...Array.from({ length: 5 }, () => 'not_a_document'),
      '__auth__/u1',
    ])
  })
})

const settings = {
  algorithm: 'SCRYPT',
  base64_signer_key: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  base64_salt_separator: 'Bw==',
  rounds: 8,
  mem_cost: 14,
}
const asText = (details: Partial<Record<keyof typeof settings, string | number>>) =>
  `hash_config {\n${Object.entries({ ...settings, ...details })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `  ${name}: ${value},`)
    .join('\n')}\n}`

describe('settings of password hashes', () => {
  const expected = {
    signerKey: Buffer.from(settings.base64_signer_key, 'base64'),
    saltSeparator: Buffer.from('Bw==', 'base64'),
    rounds: 8,
    memoryCost: 14,
  }

  it('are read from the text that the provider shows, and from JSON', () => {
    expect(readHashParameters(asText({}))).toEqual(expected)
    expect(readHashParameters(JSON.stringify(settings))).toEqual(expected)
    expect(
      readHashParameters(JSON.stringify({ hash_config: { ...settings, rounds: '8', mem_cost: '14' } }, null, 2)),
    ).toEqual(expected)
  })

  it('may hold the other alphabet of base64', () => {
    const url = settings.base64_signer_key.replaceAll('+', '-').replaceAll('/', '_')
    expect(readHashParameters(asText({ base64_signer_key: url }))).toEqual(expected)
  })

  it.each<[string, Parameters<typeof asText>[0]]>([
    ['without a key', { base64_signer_key: '' }],
    ['without a separator', { base64_salt_separator: '' }],
    ['with a key of nothing', { base64_signer_key: '==' }],
    ['without rounds', { rounds: '' }],
    ['of no rounds', { rounds: 0 }],
    ['of too many rounds', { rounds: 9 }],
    ['of half a round', { rounds: '1.5x' }],
    ['of no memory', { mem_cost: 0 }],
    ['of memory that would stop the server', { mem_cost: 15 }],
    ['of memory without end', { mem_cost: 31 }],
    ['of another algorithm', { algorithm: 'BCRYPT' }],
  ])('%s are refused', (_title, details) => {
    expect(readHashParameters(asText(details))).toBeNull()
  })
})
