import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { seedDemo } from '@quaff/database/demo/seed-demo'
import { migrate } from '@quaff/database/migrate'
import { sealAuditLog } from '@quaff/features/settings/server'
import { nameOfSnapshot } from '@quaff/platform/server/adapters/backups/backup-folder'
import { Bucket } from '@quaff/platform/server/adapters/backups/bucket/bucket'
import { openPglite } from '@quaff/platform/server/adapters/pglite/open-pglite'
import { embeddedSnapshot } from '@quaff/platform/testing/database/embedded-snapshot'
import { startBucketServer } from '@quaff/platform/testing/files/bucket-server'
import { readEnvironment, type ServerSettings, type Variables } from '../../../environment'
import { backup } from '../backup'
import { embeddedSource, snapshotsFolder } from '../backup-source'
import { drill } from '../drill'
import { restore } from '../restore'
import { takeSnapshot } from '../snapshot-job'
import { contentsOf, damageCluster, withOpened, type Contents } from '../testing/contents'
import { findOwnBucket } from './backup-place'
import { backups } from './backups'
import { uploadJob } from './upload-job'

/** Each test opens its own databases, which takes seconds, or longer on a busy machine. */
const longMs = 240_000
const serverUrl = process.env['TEST_DATABASE_URL']
const databases = ['quaff_bucket_from', 'quaff_bucket_to']
const secrets = {
  FIELD_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  SESSION_SECRET: 'the session secret of this test, 32+',
}
let root: string
let s3: Awaited<ReturnType<typeof startBucketServer>>
let bucket: Variables

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'backup-to-bucket-'))
  s3 = await startBucketServer(root, 'safe')
  bucket = {
    BACKUP_S3_BUCKET: 'safe',
    BACKUP_S3_PREFIX: 'own',
    BACKUP_S3_ENDPOINT: s3.endpoint,
    BACKUP_S3_ACCESS_KEY_ID: 'S3RVER',
    BACKUP_S3_SECRET: 'S3RVER',
  }
})
afterAll(async () => {
  await s3.close()
  await rm(root, { recursive: true, force: true })
})

const settingsFor = (name: string, more: Variables = {}) =>
  readEnvironment('backup', { DATA_DIR: join(root, name), ...secrets, ...bucket, ...more })

/** Returns the output of a command. */
async function run(work: () => Promise<void>): Promise<string> {
  const said: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  await work().finally(() => write.mockRestore())
  return said.join('')
}

async function fill(settings: ServerSettings): Promise<void> {
  await withOpened(settings, async ({ services, pool }) => {
    await migrate(pool)
    await seedDemo(services, { merchants: 6, subscriptions: 100 })
    await sealAuditLog(services)
  })
}

async function filesInBucket(): Promise<string[]> {
  const names = await readdir(join(root, 's3'), { recursive: true })
  return names.filter((name) => name.endsWith('_object')).map((name) => name.replace('._S3rver_object', ''))
}

describe('a backup of the embedded database in a bucket', { timeout: longMs }, () => {
  let home: ServerSettings
  let original: Contents
  beforeAll(async () => {
    home = settingsFor('home')
    if (home.database.kind === 'embedded')
      await (await openPglite(home.database.folder, () => {}, await embeddedSnapshot())).close()
    await fill(home)
    original = await contentsOf(home)
  }, longMs)

  it('is restored elsewhere with every row, every file and the audit chain after the original was damaged', async () => {
    expect(await run(() => backup(home, ['s3']))).toContain('s3://safe/own/')
    await damageCluster(join(home.dataFolder, 'database', 'data', 'base'))
    const elsewhere = settingsFor('elsewhere')
    const said = await run(() => restore(elsewhere, ['s3']))
    expect(said).toContain('✓ audit log  No tampering found')
    expect(await contentsOf(elsewhere)).toEqual(original)
    for (const { dataFolder } of [home, elsewhere])
      expect((await readdir(dataFolder)).filter((name) => name.endsWith('ing'))).toEqual([])
    expect((await filesInBucket()).map((name) => name.split('/').at(-1))).toEqual([
      'files.gz',
      'manifest.json',
      'manifest.sha256',
    ])
    // The one for the rest of this file.
    await rm(home.dataFolder, { recursive: true })
    await cp(elsewhere.dataFolder, home.dataFolder, { recursive: true })
  })

  it('is listed and read through, also under an address that only the command names', async () => {
    const listed = await run(() => backups(home, ['s3']))
    const name = listed.split(' ')[0] ?? ''
    expect(listed).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ {2}\d+ MB compressed\n$/)
    expect(await run(() => backups(home, [`s3://safe/own/${name}`, '--verify']))).toContain('all checksums match')
    expect(await run(() => backups(home, ['s3://safe/elsewhere/']))).toBe('No backups found.\n')
    await expect(backups(home, ['s3://safe/own/2020-01-01T00-00-00Z', '--verify'])).rejects.toThrow(
      'No complete backup at s3://safe/own/2020-01-01T00-00-00Z.',
    )
    expect(await run(() => drill(home, []))).toMatch(/✓ aggregates {2}No differences found\n✓ drill {2}backup of /)
    expect(await run(() => backup(home, ['s3://safe/by/hand']))).toContain('s3://safe/by/hand/')
    expect(await run(() => backups(home, ['s3://safe/by/hand']))).toContain(' compressed')
  })

  it('has the secrets only where they were asked for', async () => {
    await run(() => backup(settingsFor('home', { FIELD_KEYS: secrets.FIELD_KEYS }), ['s3://safe/bare']))
    await run(() => backup(home, ['s3://safe/with-secrets', '--with-secrets']))
    const bare = settingsFor('bare', { FIELD_KEYS: '', SESSION_SECRET: '' })
    await expect(run(() => restore(bare, ['s3://safe/bare']))).rejects.toThrow('  key k1')
    expect((await readdir(bare.dataFolder)).filter((name) => name !== 'secrets.json')).toEqual([])
    const keyed = settingsFor('keyed')
    await run(() => restore(keyed, ['s3://safe/with-secrets']))
    expect(await readdir(keyed.dataFolder)).toContain('secrets.json')
  })

  it('by itself: each snapshot is sent once, no more often than was said, and old ones are thinned', async () => {
    const settings = settingsFor('home', { BACKUP_S3_PREFIX: 'by/itself', BACKUP_S3_EVERY_MINUTES: '60' })
    const own = findOwnBucket(settings)
    if (!own) throw new Error('A bucket was expected')
    for (const file of ['files.gz', 'manifest.json', 'manifest.sha256'])
      await own.bucket.put(`2020-01-01T00-00-00Z/${file}`, Buffer.from('x'))
    await withOpened(settings, async (opened) => {
      const job = uploadJob(snapshotsFolder(settings), own)
      const turn = () => job.run(opened.services, new AbortController().signal)
      await turn()
      expect(await run(() => backups(settings, ['s3']))).toMatch(/^2020.*\n$/)
      await mkdir(snapshotsFolder(settings), { recursive: true })
      const source = await embeddedSource(settings, opened)
      const first = (await takeSnapshot(source, snapshotsFolder(settings))).manifest.takenAt
      await turn()
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      await takeSnapshot(source, snapshotsFolder(settings))
      await turn()
      const listed = await run(() => backups(settings, ['s3']))
      expect(listed.trim().split('\n')).toHaveLength(1)
      expect(listed).toContain(nameOfSnapshot(new Date(first)))
      const here = await run(() => backups(settings, []))
      expect(here.trim().split('\n')).toHaveLength(2)
      expect(await run(() => backups(settings, ['--verify']))).toContain('all checksums match')
    })
    const restored = settingsFor('of-itself', { BACKUP_S3_PREFIX: 'by/itself' })
    expect(await run(() => restore(restored, ['s3']))).toContain('✓ audit log  No tampering found')
  })

  it('is refused in a sentence before anything is written: no bucket, no key, one that is away', async () => {
    const keyless = readEnvironment('backup', { DATA_DIR: home.dataFolder, ...secrets })
    await expect(backup(keyless, ['s3'])).rejects.toThrow('No backup bucket is set. Set BACKUP_S3_BUCKET')
    await expect(backup(keyless, ['s3://safe/own'])).rejects.toThrow('needs credentials. Set BACKUP_S3_ACCESS_KEY_ID')
    await expect(backup(home, ['s3://nowhere/own'])).rejects.toThrow('The bucket nowhere doesn’t exist.')
    await expect(backup(home, [])).rejects.toThrow('Usage: npm run backup')
    await expect(restore(home, ['s3://safe/nothing'])).rejects.toThrow('No complete backup in s3://safe/nothing/.')
    expect(await readdir(home.dataFolder)).not.toContain('uploading')
    const half = { BACKUP_S3_BUCKET: 'safe', BACKUP_S3_SECRET: 'only' }
    expect(() => readEnvironment('backup', half)).toThrow('BACKUP_S3_ACCESS_KEY_ID is missing')
    expect(() => settingsFor('home', { BACKUP_S3_EVERY_MINUTES: '5' })).toThrow('minutes from 15 to 1440')
  })

  it('that fails while it is sent leaves nothing here and nothing there', async () => {
    const upload = vi.spyOn(Bucket.prototype, 'put').mockRejectedValue(new Error('cut off'))
    onTestFinished(() => upload.mockRestore())
    await expect(backup(home, ['s3://safe/cut'])).rejects.toThrow('cut off')
    upload.mockRestore()
    expect(await run(() => backups(home, ['s3://safe/cut']))).toBe('No backups found.\n')
    expect(await readdir(home.dataFolder)).not.toContain('uploading')
  })
})

describe.runIf(serverUrl)('a backup of PostgreSQL in a bucket', { timeout: longMs }, () => {
  const [from = '', to = ''] = databases
  const drop = databases.map((name) => `drop database if exists ${name} with (force)`)
  const administer = async (statements: readonly string[]) => {
    const client = new Client(serverUrl)
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  beforeAll(() => administer([...drop, ...databases.map((name) => `create database ${name}`)]))
  afterAll(() => administer(drop))

  it('is restored into another one with every row, every file and the audit chain after the original is gone', async () => {
    const settingsOf = (name: string) => {
      const url = Object.assign(new URL(serverUrl ?? ''), { pathname: `/${name}` })
      return settingsFor(name, { DATABASE_URL: url.href, BACKUP_S3_PREFIX: 'postgres' })
    }
    await fill(settingsOf(from))
    const original = await contentsOf(settingsOf(from))
    await run(() => backup(settingsOf(from), ['s3']))
    await administer([drop[0] ?? ''])
    await rm(settingsOf(from).dataFolder, { recursive: true })
    const said = await run(() => restore(settingsOf(to), ['s3']))
    expect(said).toContain('✓ audit log  No tampering found')
    expect(await contentsOf(settingsOf(to))).toEqual(original)
    expect(await run(() => backups(settingsOf(to), ['s3', '--verify']))).toContain('all checksums match')
  })
})
