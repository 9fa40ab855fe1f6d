import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { connect, createServer as createSocketServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startBucketServer } from '@quaff/platform/testing/files/bucket-server'
import { draftBackup, nameOfSnapshot, requireWhole } from '../backup-folder'
import { backupFormat, readManifest } from '../backup-manifest'
import { TreeCopy } from '../tree-copy'
import {
  downloadBackup,
  listBackups,
  readStoredManifest,
  thinBackups,
  uploadBackup,
  verifyStored,
} from './backup-bucket'
import { Bucket, type BucketPlace } from './bucket'

const longMs = 120_000
const quick = { operationMs: 1_500, uploadMs: 1_500, attemptMs: 400 }
let root: string
let server: Awaited<ReturnType<typeof startBucketServer>>
let place: BucketPlace
let backup: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'backup-bucket-'))
  server = await startBucketServer(root, 'safe')
  const { endpoint } = server
  place = {
    bucket: 'safe',
    prefix: '',
    region: 'us-east-1',
    endpoint,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  backup = await writeBackup()
})
afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true, force: true })
})

/** Includes a file of more than two parts, a compressible one, an empty one and an empty folder. */
async function writeBackup(): Promise<string> {
  const source = join(root, 'source')
  await mkdir(join(source, 'deep', 'empty'), { recursive: true })
  await writeFile(join(source, 'noise'), randomBytes(40 * 1_048_576))
  await writeFile(join(source, 'deep', 'zeros'), Buffer.alloc(3_000_001))
  await writeFile(join(source, 'deep', 'nothing'), '')
  const target = join(root, 'backup')
  const draft = await draftBackup(target, 0)
  const copy = new TreeCopy(draft.folder, null)
  await copy.pass([{ name: 'files', folder: source, skips: () => false }])
  const { folders, files } = await copy.seal()
  await draft.finish({
    format: backupFormat,
    takenAt: '2026-03-10T10:00:00Z',
    version: 'test',
    engine: 'embedded',
    migration: 1,
    keys: { fieldKeys: [], sessionSecret: '', included: false },
    filesIn: 'backup',
    rowCounts: {},
    auditHead: null,
    totalBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    folders,
    files,
  })
  return target
}

const bucketAt = (prefix: string, more: Partial<BucketPlace> = {}) => new Bucket({ ...place, prefix, ...more })
const hastyAt = (endpoint: string) => new Bucket({ ...place, prefix: 'hasty/', endpoint }, quick)
const nameAt = (at: string) => nameOfSnapshot(new Date(at))
const namesIn = async (bucket: Bucket) => (await listBackups(bucket)).map(({ name }) => name)

async function newestIn(bucket: Bucket) {
  const newest = (await listBackups(bucket)).at(-1)
  if (!newest) throw new Error('There is none.')
  return newest
}

describe('a backup in a bucket', { timeout: longMs }, () => {
  it('comes back as the folder that it was, with every checksum', async () => {
    const bucket = bucketAt('round/trip/')
    const name = nameAt('2026-03-10T10:00:00Z')
    const bytes = await uploadBackup(bucket, name, backup)
    expect(await listBackups(bucket)).toEqual([{ name, takenAt: new Date('2026-03-10T10:00:00Z'), bytes }])
    const manifest = await readStoredManifest(bucket, name)
    expect(manifest).toEqual(await readManifest(backup))
    const target = join(root, 'brought')
    await downloadBackup(bucket, await newestIn(bucket), manifest, target)
    await requireWhole(target, await readManifest(target))
    expect((await readdir(target, { recursive: true })).toSorted()).toEqual(
      (await readdir(backup, { recursive: true })).toSorted(),
    )
    expect(await listBackups(bucketAt('round/'))).toEqual([])
  })

  it('that was damaged there is found out, and nothing of it is left', async () => {
    const bucket = bucketAt('damaged/')
    await uploadBackup(bucket, nameAt('2026-03-10T10:00:00Z'), backup)
    const stored = await newestIn(bucket)
    await verifyStored(bucket, stored)
    const manifest = await readStoredManifest(bucket, stored.name)
    const packed = join(root, 's3', 'safe', 'damaged', stored.name, 'files.gz._S3rver_object')
    const file = await open(packed, 'r+')
    await file.write(randomBytes(64), 0, 64, 20_000_000)
    await file.close()
    await expect(verifyStored(bucket, stored)).rejects.toThrow('The backup is damaged')
    await expect(downloadBackup(bucket, stored, manifest, join(root, 'never'))).rejects.toThrow('The backup is damaged')
    await expect(verifyStored(bucket, { ...stored, bytes: 1_000 })).rejects.toThrow('The backup is damaged')
    expect(await readdir(root)).not.toContain('never')
  })

  it('is not finished when a file of the folder has changed since it was written', async () => {
    const copy = join(root, 'changed')
    await downloadBackup(
      bucketAt('round/trip/'),
      await newestIn(bucketAt('round/trip/')),
      await readManifest(backup),
      copy,
    )
    await writeFile(join(copy, 'files', 'deep', 'zeros'), Buffer.alloc(3_000_001, 1))
    const bucket = bucketAt('changed/')
    await expect(uploadBackup(bucket, nameAt('2026-03-10T10:00:00Z'), copy)).rejects.toThrow(
      'zeros has a different checksum. Nothing was completed.',
    )
    expect(await bucket.list()).toEqual([])
  })

  it('is never listed half, however often the process that sends it is killed, and the older ones stay whole', async () => {
    const bucket = bucketAt('killed/')
    const first = nameAt('2026-03-10T10:00:00Z')
    await uploadBackup(bucket, first, backup)
    // The last is killed when the archive is there and its manifest is not.
    for (const [round, gate] of ['partNumber=2', 'manifest.json'].entries()) {
      const slow = await slowGate(gate)
      const next = nameAt(`2026-03-10T10:1${round}:00Z`)
      const child = spawn(process.execPath, ['--input-type=module', '-e', uploader(slow.endpoint, next)], {
        stdio: 'ignore',
      })
      await vi.waitUntil(() => slow.isReached(), { timeout: 60_000, interval: 5 })
      child.kill('SIGKILL')
      await new Promise((resolve) => child.on('exit', resolve))
      slow.close()
      expect(await namesIn(bucket)).toEqual([first])
    }
    expect((await bucket.list()).map(({ key }) => key)).toContain(`${nameAt('2026-03-10T10:11:00Z')}/files.gz`)
    await verifyStored(bucket, await newestIn(bucket))
    // An incomplete backup of the last hour may still be uploading; after a day it is abandoned.
    await thinBackups(bucket, new Date('2026-03-10T11:00:00Z'))
    expect(await bucket.list()).toHaveLength(4)
    await thinBackups(bucket, new Date('2026-03-11T12:00:00Z'))
    expect((await bucket.list()).map(({ key }) => key.split('/')[0])).toEqual([first, first, first])
  })

  it('stays for 48 hours, and the last of a day for 14 days', async () => {
    const bucket = bucketAt('thinned/')
    const kept = ['2026-03-08T20:00:00Z', '2026-03-10T10:00:00Z', '2026-03-10T10:15:00Z'].map(nameAt)
    const gone = ['2026-02-01T10:00:00Z', '2026-03-08T10:00:00Z'].map(nameAt)
    for (const name of [...kept, ...gone])
      for (const file of ['files.gz', 'manifest.json', 'manifest.sha256'])
        await bucket.put(`${name}/${file}`, Buffer.from('x'))
    await bucket.put('notes.txt', Buffer.from('of another person'))
    expect(await thinBackups(bucket, new Date('2026-03-11T10:00:00Z'))).toBe(2)
    expect(await namesIn(bucket)).toEqual(kept)
    expect(await bucket.get('notes.txt')).not.toBeNull()
  })
})

describe('a bucket', { timeout: longMs }, () => {
  it('that is missing, or refuses the key, is reported immediately in a sentence', async () => {
    await expect(bucketAt('', { bucket: 'nowhere' }).list()).rejects.toThrow('The bucket nowhere doesn’t exist.')
    const refusing = bucketAt('', { accessKeyId: 'unknown' }).list()
    await expect(refusing).rejects.toThrow(/^The bucket safe refused the key \(InvalidAccessKeyId\). Check BACKUP_S3_/)
    const denying = await listen(
      createServer((_, response) => response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')),
    )
    await expect(hastyAt(denying).list()).rejects.toThrow(/^The bucket safe refused the key \(AccessDenied\)/)
  })

  it('that is away, or takes and never answers, is given up within its time', async () => {
    const silent = await listen(createServer(() => undefined))
    const startedAt = performance.now()
    await expect(hastyAt(silent).list()).rejects.toThrow('The bucket safe didn’t respond in time.')
    await expect(hastyAt('http://127.0.0.1:9').list()).rejects.toThrow('is unreachable (ECONNREFUSED)')
    expect(performance.now() - startedAt).toBeLessThan(2 * quick.operationMs + 4_000)
  })

  it('that is ill for a moment is asked again, and that dies in the middle leaves no backup', async () => {
    const ill = await slowGate('never', { ill: 3 })
    const bucket = new Bucket({ ...place, prefix: 'ill/', endpoint: ill.endpoint })
    await uploadBackup(bucket, nameAt('2026-03-10T10:00:00Z'), backup)
    expect(await namesIn(bucketAt('ill/'))).toHaveLength(1)

    const dying = await slowGate('partNumber=2')
    const sending = uploadBackup(hastyAt(dying.endpoint), nameAt('2026-03-10T10:00:00Z'), backup)
    await expect(sending).rejects.toThrow(/^The bucket safe (didn’t respond in time|is unreachable)/)
    expect(await bucketAt('hasty/').list()).toEqual([])
  })

  it('is let go at once by a server that stops', async () => {
    const slow = await slowGate('partNumber=2')
    const stop = new AbortController()
    const bucket = new Bucket({ ...place, prefix: 'stopped/', endpoint: slow.endpoint }).until(stop.signal)
    const sending = uploadBackup(bucket, nameAt('2026-03-10T10:00:00Z'), backup).catch((error: unknown) => error)
    await vi.waitUntil(() => slow.isReached(), { timeout: 60_000, interval: 5 })
    const startedAt = performance.now()
    stop.abort(new Error('the stop'))
    expect(await sending).toBe(stop.signal.reason)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(await bucketAt('stopped/').list()).toEqual([])
  })
})

async function listen(odd: Server | ReturnType<typeof createSocketServer>): Promise<string> {
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void odd.close())
  return `http://127.0.0.1:${(odd.address() as AddressInfo).port}`
}

/** Hands everything on to the bucket, but a request with `word` in its address hangs; the first `ill` ones get a 503. */
async function slowGate(word: string, { ill = 0 } = {}) {
  let [reached, seen] = [false, 0]
  const sockets = new Set<{ destroy(): void }>()
  const gate = createSocketServer((socket) => {
    const bucket = connect(Number(new URL(place.endpoint ?? '').port), '127.0.0.1')
    for (const end of [socket, bucket]) {
      sockets.add(end)
      end.on('error', () => undefined).on('close', () => [socket, bucket].forEach((one) => one.destroy()))
    }
    socket.on('data', (chunk: Buffer) => {
      const [line = ''] = chunk.subarray(0, 2_000).toString('latin1').split('\r\n')
      const isBeginning = line.endsWith(' HTTP/1.1')
      if (isBeginning && seen++ < ill) return socket.end('HTTP/1.1 503 Busy\r\nconnection: close\r\n\r\n')
      if (isBeginning && line.includes(word)) reached = true
      // Drops the request and all that follows on this connection.
      if (!reached) bucket.write(chunk)
      return undefined
    })
    bucket.on('data', (chunk) => socket.write(chunk))
  })
  const endpoint = await listen(gate)
  const close = () => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(close)
  return { endpoint, isReached: () => reached, close }
}

function uploader(endpoint: string, name: string): string {
  const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
  return `
    const { register } = await import('tsx/esm/api'); register()
    const { Bucket } = await import(${at('./bucket.ts')})
    const { uploadBackup } = await import(${at('./backup-bucket.ts')})
    const bucket = new Bucket(${JSON.stringify({ ...place, prefix: 'killed/', endpoint })})
    await uploadBackup(bucket, ${JSON.stringify(name)}, ${JSON.stringify(backup)})`
}
