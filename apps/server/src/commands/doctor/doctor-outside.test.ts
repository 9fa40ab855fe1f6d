import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMigrationTimes } from '@quaff/database/migrate'
import { nameOfSnapshot } from '@quaff/platform/server/adapters/backups/backup-folder'
import { Bucket } from '@quaff/platform/server/adapters/backups/bucket/bucket'
import { systemClock } from '@quaff/platform/server/adapters/system-clock'
import { startBucketServer } from '@quaff/platform/testing/files/bucket-server'
import { startForgingProvider } from '@quaff/platform/testing/identity/forging-provider'
import { createTestDatabase } from '@quaff/platform/testing/test-database'
import { examineEnvironment, type Variables } from '../../environment'
import { examine } from './doctor'

const secret = 'hush-hush-hush'
let root: string
let s3: Awaited<ReturnType<typeof startBucketServer>>
let bucket: Variables

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'doctor-'))
  s3 = await startBucketServer(root, 'brand', 'safe')
  bucket = {
    DATA_DIR: join(root, 'home'),
    FILES_S3_BUCKET: 'brand',
    FILES_S3_ENDPOINT: s3.endpoint,
    FILES_S3_ACCESS_KEY_ID: 'S3RVER',
    FILES_S3_SECRET: 'S3RVER',
  }
})
afterAll(async () => {
  await s3.close()
  await rm(root, { recursive: true, force: true })
})

async function consult(variables: Variables) {
  const lines: string[] = []
  const machine = { nodeVersion: '24.21.0', clock: systemClock, migrationTimes: readMigrationTimes() }
  const isWell = await examine(examineEnvironment(variables), machine, (line) => lines.push(line))
  const lineOf = (name: string) => lines.find((line) => line.slice(2).startsWith(`${name} `)) ?? `no line on ${name}`
  return { isWell, lines, lineOf, text: lines.join('\n') }
}

describe('files in a bucket', () => {
  it('are written, read back and removed', async () => {
    const { isWell, lineOf } = await consult(bucket)
    expect(lineOf('files')).toMatch(/^✓ .*test file written, read and deleted in bucket brand/)
    expect(isWell).toBe(true)
    expect(await readdir(join(root, 's3', 'brand'))).toEqual([])
  })

  it('of a bucket that is not there, or whose key is another one, fail; the secret is not told', async () => {
    const missing = await consult({ ...bucket, FILES_S3_BUCKET: 'nowhere' })
    expect(missing.lineOf('files')).toMatch(/^✗ .*bucket nowhere: .* Fix: Check FILES_S3_ENDPOINT/)
    const refused = await consult({ ...bucket, FILES_S3_ACCESS_KEY_ID: 'unknown', FILES_S3_SECRET: secret })
    expect(refused.lineOf('files')).toMatch(/^✗ .*bucket brand: /)
    expect(refused.text).not.toContain(secret)
  })

  it('of a service that is away fail within their time', async () => {
    const startedAt = performance.now()
    const { lineOf } = await consult({ ...bucket, FILES_S3_ENDPOINT: 'http://127.0.0.1:9' })
    expect(lineOf('files')).toMatch(/^✗ /)
    expect(performance.now() - startedAt).toBeLessThan(16_000)
  })
})

describe('a bucket for backups', () => {
  const given = () => ({
    DATA_DIR: join(root, 'home'),
    BACKUP_S3_BUCKET: 'safe',
    BACKUP_S3_PREFIX: 'own',
    BACKUP_S3_ENDPOINT: bucket['FILES_S3_ENDPOINT'],
    BACKUP_S3_ACCESS_KEY_ID: 'S3RVER',
    BACKUP_S3_SECRET: 'S3RVER',
  })

  it('is checked, and the age of its newest complete backup is reported', async () => {
    expect((await consult(bucket)).lineOf('backup bucket')).toBe('no line on backup bucket')
    expect((await consult(given())).lineOf('backup bucket')).toMatch(/^! .*no backup in s3:\/\/safe\/own\/ yet/)
    const place = join(root, 's3', 'safe', 'own')
    const at = (minutes: number) => nameOfSnapshot(new Date(systemClock.now().getTime() - minutes * 60_000))
    const whole = async (name: string, files: readonly string[]) => {
      const own = new Bucket({
        bucket: 'safe',
        prefix: `own/${name}/`,
        region: 'us-east-1',
        endpoint: bucket['FILES_S3_ENDPOINT'] ?? '',
        accessKeyId: 'S3RVER',
        secretAccessKey: 'S3RVER',
      })
      for (const file of files) await own.put(file, Buffer.from('x'))
    }
    await whole(at(49 * 60), ['files.gz', 'manifest.json', 'manifest.sha256'])
    await whole(at(1), ['files.gz'])
    expect((await consult(given())).lineOf('backup bucket')).toMatch(
      /^! .* 1 backups in s3:.*, latest 2 days old\. Fix: Look/,
    )
    await whole(at(47 * 60), ['files.gz', 'manifest.json', 'manifest.sha256'])
    expect((await consult(given())).lineOf('backup bucket')).toMatch(/^✓ .* 2 backups in s3:.*, latest 47 h old/)
    expect(await readdir(place)).toHaveLength(3)
  })

  it('that is half set up, is not there, or is away fails; the secret is not told', async () => {
    const away = await consult({ ...given(), BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9', BACKUP_S3_SECRET: secret })
    expect(away.lineOf('backup bucket')).toMatch(/^✗ .*The bucket safe is unreachable \(ECONNREFUSED\)/)
    expect([away.isWell, away.text.includes(secret)]).toEqual([false, false])
    const missing = await consult({ ...given(), BACKUP_S3_BUCKET: 'nowhere' })
    expect(missing.lineOf('backup bucket')).toMatch(/^✗ .*The bucket nowhere doesn’t exist/)
    const half = await consult({ ...given(), BACKUP_S3_SECRET: undefined })
    expect(half.lineOf('backup bucket')).toMatch(/^✗ .*BACKUP_S3_SECRET is invalid/)
  })
})

describe('an identity provider', () => {
  const home = () => ({ DATA_DIR: join(root, 'home') })

  it('is looked at where one is set up: what it publishes, and where it has to lead back to', async () => {
    const there = await startForgingProvider()
    const { settings, issuer } = there
    const given = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: settings.clientId, OIDC_CLIENT_SECRET: secret }
    const address = { BASE_URL: 'https://console.example.com' }
    const seen = (await consult({ ...home(), ...given, ...address })).lineOf('single sign-on')
    const callback = 'https://console.example.com/auth/oidc/callback'
    expect(seen).toBe(`✓ single sign-on  ${issuer} responds; callback ${callback}; no sign-out`)
    there.forge({ metadata: { end_session_endpoint: `${issuer}/end` } })
    const { lineOf } = await consult({ ...home(), ...given })
    expect(lineOf('single sign-on')).toContain('supports sign-out')
    there.forge({ metadata: { issuer: 'https://other.example.com' } })
    const other = await consult({ ...home(), ...given })
    expect(other.lineOf('single sign-on')).toMatch(/^✗ .*couldn’t read the configuration of .* Fix: Check OIDC_ISSUER/)
    await there.close()
    const away = await consult({ ...home(), ...given })
    // The cached connection from the last read is closed; a new one is refused.
    expect(away.lineOf('single sign-on')).toMatch(/^✗ .*(ECONNREFUSED|other side closed)/)
    expect([away.isWell, away.text.includes(secret)]).toEqual([false, false])
  })

  it('that is half configured is reported, and none is not an error', async () => {
    const half = await consult({ ...home(), OIDC_ISSUER: 'https://id.example.com' })
    expect(half.lineOf('single sign-on')).toMatch(/^✗ .*OIDC_CLIENT_ID is invalid/)
    expect((await consult(home())).lineOf('single sign-on')).toBe('no line on single sign-on')
  })
})

const serverUrl = process.env['TEST_DATABASE_URL']

describe.runIf(serverUrl)('of PostgreSQL', () => {
  it('version, clock, migrations, connections, pooler, live events and replicas are looked at', async () => {
    const { pool } = await createTestDatabase()
    const { rows } = await pool.query<{ name: string }>('select current_database() as name')
    const url = new URL(serverUrl ?? '')
    url.pathname = `/${rows[0]?.name}`
    url.password = secret
    await mkdir(join(root, 'home', 'files'), { recursive: true })
    const { isWell, lineOf, text } = await consult({ DATA_DIR: join(root, 'home'), DATABASE_URL: url.href })
    expect(isWell).toBe(true)
    expect(lineOf('database')).toMatch(/^✓ .*PostgreSQL \d+/)
    expect(lineOf('migrations')).toMatch(/^✓ .*all \d+ applied/)
    expect(lineOf('pooler')).toMatch(/^✓ .*no pooler detected/)
    expect(lineOf('live events')).toMatch(/^✓ .*received on the direct connection/)
    for (const name of ['database clock', 'connections', 'replicas']) expect(lineOf(name)).toMatch(/^✓ /)
    expect(text).not.toContain(secret)
  })

  it('a database that is not there fails alone', async () => {
    const url = new URL(serverUrl ?? '')
    url.pathname = '/no_such_database'
    const { lines, lineOf } = await consult({ DATA_DIR: join(root, 'home'), DATABASE_URL: url.href })
    expect(lineOf('database')).toMatch(/^✗ .*the database doesn’t exist/)
    expect(lines.filter((line) => line.startsWith('✗'))).toHaveLength(1)
  })
})
