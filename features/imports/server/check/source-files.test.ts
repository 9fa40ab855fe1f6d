import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readAccountDocument } from '@quaff/features/accounts/server'
import { encodeCounts, encodeEntity, encodeLog, publicExport } from '@quaff/firestore-export/testing/managed-export'
import { documentsIn } from '@quaff/firestore-export/testing/source-chunks'
import type { SourceFiles } from '@quaff/platform/server'
import { openSourceFolder } from '@quaff/platform/server/adapters/files/workbench-folder'
import { exitCodeOf } from '../../report-rules'
import { buildSourceFiles, checkContents, packed } from '../../testing/source-files-factory'
import { checkSources } from './check-sources'
import { nobodyHere } from './existing-store'
import { openSources, readSource } from './open-sources'

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

describe('accounts of the provider', () => {
  it('in a malformed table are reported with their file', async () => {
    const row = `u1,a@b.test,true,aGFzaA==,c2FsdA==,Ana${','.repeat(22)}`
    const { report } = await checkContents({ 'users.csv': `${row}\nu2,a@b.test,true\n` })
    expect(report.files[0]).toMatchObject({ format: 'accounts_table', fault: 'damaged' })
  })

  it('become a person with everything that decides about access', async () => {
    const [source] = await openSources(buildSourceFiles({ 'accounts.json': JSON.stringify({ users: [account] }) }))
    const [document] = source ? await documentsIn(readSource(source)) : []
    const { row, problems } = readAccountDocument(document ?? { path: '', data: {} })
    expect(problems).toEqual([])
    expect(row).toMatchObject({
      id: 'u1',
      email: 'joerg@people.test',
      emailVerified: true,
      displayName: account.displayName,
      isDisabled: false,
      claims: { role: 'merchant_admin', merchantIds: ['m1', 'm2'] },
      password: { hash, salt: account.salt },
      createdAt: new Date(1_650_000_000_123),
      lastActiveAt: new Date(1_700_000_000_456),
    })
  })

  it.each([
    ['an emulator', 'fakeHash:salt=abc:password=secret'],
    ['someone without the right to see them', 'UkVEQUNURUQ='],
  ])('exported by %s have no password, which is reported for each', async (_title, passwordHash) => {
    const { report, problems } = await checkContents({
      'accounts.json': JSON.stringify({
        users: [
          { ...account, passwordHash },
          { ...account, localId: 'u2', email: 'b@c.test' },
        ],
      }),
    })
    expect(report.passwords).toEqual({ kept: 1, missing: 1, unreachable: 0, canBeChecked: false })
    expect(problems.filter(({ fault }) => fault === 'not_a_hash')).toEqual([
      expect.objectContaining({ path: '__auth__/u1', field: 'passwordHash', level: 'note' }),
    ])
    expect(JSON.stringify(problems)).not.toContain(passwordHash)
  })

  it('§0044 set a new password by email only if they can be reached: all others are counted and listed', async () => {
    const { passwordHash: _hash, salt: _salt, ...open } = account
    const { email: _email, ...silent } = open
    const { report, problems } = await checkContents({
      'accounts.json': JSON.stringify({
        users: [
          open,
          { ...silent, localId: 'phone', phoneNumber: '+49' },
          { ...silent, localId: 'broken', email: 'unknown' },
          { ...open, localId: 'double' },
          { ...account, localId: 'signed', email: undefined },
        ],
      }),
    })
    expect(report.passwords).toEqual({ kept: 1, missing: 1, unreachable: 3, canBeChecked: false })
    expect(
      problems
        .filter(({ fault }) => fault === 'no_way_in' || fault === 'same_email')
        .map((one) => [one.path, one.fault]),
    ).toEqual([
      ['__auth__/phone', 'no_way_in'],
      ['__auth__/broken', 'no_way_in'],
      ['__auth__/double', 'same_email'],
    ])
  })

  it('with hash settings report that passwords can be checked', async () => {
    const users = JSON.stringify({ users: [account] })
    const { report } = await checkContents({ 'a.json': users, 'hash-config.txt': asText({}) })
    expect(report.passwords).toEqual({ kept: 1, missing: 0, unreachable: 0, canBeChecked: true })
    expect(JSON.stringify(report)).not.toContain(settings.base64_signer_key.slice(0, 12))
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

const line = (id: string, data: object = { name: 'Grüße 👋' }) => JSON.stringify({ path: `users/${id}`, data })
const whole = [line('u1'), line('u2'), line('u3')].join('\n')

describe('documents, one per line', () => {
  it('a malformed first line does not hide the format', async () => {
    const { report, problems } = await checkContents({
      'dump.json': `{"path":"users/u\n${whole}`,
      'b.ndjson': `x\n${whole}`,
    })
    expect(report.files.map(({ format, documents }) => [format, documents])).toEqual([
      ['lines', 4],
      ['lines', 4],
    ])
    expect(problems.filter(({ fault }) => fault === 'damaged')).toHaveLength(2)
  })

  it('a first line longer than the inspected part is still read', async () => {
    const { report } = await checkContents({ 'dump.json': line('u1', { notes: 'ü'.repeat(900_000) }) })
    expect(report.files[0]).toMatchObject({ format: 'lines', documents: 1, fault: null })
  })
})

describe('a disk that fails', () => {
  const failing = (opens: number): SourceFiles => {
    const files = buildSourceFiles({ 'a.ndjson': whole })
    let opened = 0
    return {
      ...files,
      open(path, part) {
        opened += 1
        return opened > opens ? failingChunks() : files.open(path, part)
      },
    }
  }
  async function* failingChunks(): AsyncGenerator<Buffer> {
    yield Buffer.from(line('u1'))
    throw new Error('EIO')
  }

  it('during format detection is not reported as an empty file', async () => {
    await expect(openSources(failing(2))).rejects.toThrow('EIO')
  })

  it('during reading is not reported as a damaged file', async () => {
    const listener = { problem() {}, progress() {} }
    await expect(checkSources(failing(3), listener, nobodyHere)).rejects.toThrow('EIO')
  })
})

describe('a compressed file', () => {
  const content = Array.from({ length: 2_000 }, (_, index) =>
    line(`u${index}`, { at: index, x: `${index * 7_919}` }),
  ).join('\n')
  const bytes = packed(content)

  it('is recognized by its content, whatever its name', async () => {
    const [source] = await openSources(buildSourceFiles({ 'x.bin': bytes }))
    expect(source).toMatchObject({ isPacked: true, format: { kind: 'lines' } })
    if (source) expect(await documentsIn(readSource(source))).toHaveLength(2_000)
  })

  it('that is cut off is reported, and earlier documents are kept', async () => {
    const { report } = await checkContents({ 'x.ndjson.gz': bytes.subarray(0, bytes.length - 200) })
    expect(report.files[0]?.fault).toBe('cut_off')
    expect(report.files[0]?.documents).toBeGreaterThan(100)
  })

  it('that is too large is not unpacked to its end', async () => {
    const [source] = await openSources(buildSourceFiles({ 'x.ndjson.gz': bytes }), 50_000)
    if (!source) throw new Error('not found')
    await expect(documentsIn(readSource(source))).rejects.toMatchObject({ fault: 'too_large' })
  })

  it('that is damaged is reported', async () => {
    const damaged = Buffer.from(bytes)
    damaged.fill(0, bytes.length - 2_000, bytes.length - 1_900)
    const { report } = await checkContents({ 'x.ndjson.gz': damaged })
    expect(report.files[0]?.fault).toBe('damaged')
  })

  it('with only its signature has no documents and causes no crash', async () => {
    const { report } = await checkContents({ 'x.gz': Buffer.from([0x1f, 0x8b]), 'y.gz': packed('') })
    expect(report.files.map(({ documents }) => documents)).toEqual([null, null])
  })
})

const output = readFileSync(join(publicExport, 'firestore_export/all_namespaces/all_kinds/output-0'))
const counted = 14

function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
  return copy
}

describe('a managed export', () => {
  it('is compared with its own counts, also next to an ID file, which is read first', async () => {
    const whole = await openSourceFolder(publicExport)
    const ids = buildSourceFiles({ 'z-ids.csv': 'document,id\nmerchants/old,mer_x\n' })
    const both: SourceFiles = {
      list: async () => [...(await whole.list()), ...(await ids.list())],
      open: (path, part) => (path === 'z-ids.csv' ? ids : whole).open(path, part),
    }
    const report = await checkSources(both, { problem() {}, progress() {} }, nobodyHere)
    expect(report.exports).toEqual([expect.objectContaining({ says: 14, found: 14 })])
  })

  it('is read from several files next to its own counts', async () => {
    const documents = Array.from({ length: 3_000 }, (_, index) => ({
      path: `users/u${index}`,
      data: {
        email: `u${index}@people.test`,
        createdAt: { $time: '2024-01-01T00:00:00.000Z' },
        note: 'x'.repeat(index % 97),
      },
    }))
    const files = [0, 1, 2].map((file) => documents.filter((_, index) => index % 3 === file))
    const logs = files.map((some) => encodeLog(some.map(encodeEntity)))
    const contents = Object.fromEntries(logs.map((log, index) => [`all/kinds/output-${index}`, log]))
    const counts = { 'x.overall_export_metadata': encodeCounts('all/kinds', 3_000, 1) }
    const { report } = await checkContents({ ...contents, ...counts })
    expect(report.exports).toEqual([expect.objectContaining({ says: 3_000, found: 3_000 })])
    expect(report.collections).toEqual([
      { collection: 'users', kind: 'users', read: 3_000, ready: 3_000, changed: 0, skipped: 0, unwritten: 0 },
    ])
    delete contents['all/kinds/output-1']
    const lacking = await checkContents({ ...contents, ...counts })
    expect(lacking.report.exports).toEqual([expect.objectContaining({ says: 3_000, found: 2_000 })])
  })

  it('with damage is reported with the file and is not clean', async () => {
    const counts = encodeCounts('f', counted, 1)
    const whole = await checkContents({ 'x.overall_export_metadata': counts, 'f/output-0': output })
    expect(whole.report.exports).toEqual([expect.objectContaining({ says: 14, found: 14 })])
    const cases: Record<string, Buffer>[] = [
      { 'x.overall_export_metadata': counts, 'f/output-0': flipped(output, 3) },
      { 'x.overall_export_metadata': counts, 'f/output-0': flipped(output, 40_000) },
      { 'x.overall_export_metadata': counts, 'f/output-0': Buffer.alloc(0) },
      { 'x.overall_export_metadata': counts },
      { 'x.overall_export_metadata': flipped(counts, 3), 'f/output-0': output },
      { 'x.overall_export_metadata': flipped(counts, 80), 'f/output-0': output },
      { 'f/output-0': flipped(output, 3) },
    ]
    for (const contents of cases) {
      const { report } = await checkContents(contents)
      const isTold =
        report.files.some(({ fault }) => fault !== null) || report.exports.some((one) => one.says !== one.found)
      expect(isTold).toBe(true)
      expect(exitCodeOf(report)).toBe(2)
    }
  })

  it('with a damaged record of a valid checksum loses only this document', async () => {
    const good = encodeEntity({ path: 'users/u1', data: { x: 1 } })
    const log = encodeLog([good, Buffer.from([0xff, 1, 2]), encodeEntity({ path: 'users/u2', data: {} })])
    const { report, problems } = await checkContents({ 'output-0': log })
    expect(report.files[0]).toMatchObject({ documents: 3, fault: null })
    expect(report.collections).toContainEqual(expect.objectContaining({ read: 2 }))
    expect(problems.filter(({ level }) => level === 'skipped')).toEqual([
      expect.objectContaining({ fault: 'damaged', place: 'record 2' }),
    ])
  })
})
