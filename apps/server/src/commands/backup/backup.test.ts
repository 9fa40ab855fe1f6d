import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seedDemo } from '@quaff/database/demo/seed-demo'
import { migrate } from '@quaff/database/migrate'
import { sealAuditLog } from '@quaff/features/settings/server'
import { listSnapshots, nameOfSnapshot, requireWhole } from '@quaff/platform/server/adapters/backups/backup-folder'
import { readManifest, sumOf } from '@quaff/platform/server/adapters/backups/backup-manifest'
import { openPglite } from '@quaff/platform/server/adapters/pglite/open-pglite'
import { JobRunner } from '@quaff/platform/server/job-runner'
import { embeddedSnapshot } from '@quaff/platform/testing/database/embedded-snapshot'
import { readEnvironment, type ServerSettings, type Variables } from '../../environment'
import { openServices, type OpenServices } from '../../services'
import { backup } from './backup'
import { embeddedSource, snapshotsFolder } from './backup-source'
import { drill } from './drill'
import { folderSource, restoreFrom } from './restore'
import { snapshotJob, takeSnapshot } from './snapshot-job'
import { contentsOf, damageCluster, hashFiles, readContents, withOpened, type Contents } from './testing/contents'

const ignoreCrash = () => {}
/** Each test opens its own databases, which takes seconds, or longer on a busy machine. */
const longMs = 240_000
let root: string
let home: ServerSettings
let whole: string
let original: Contents
let givenKeys: Variables

const settingsFor = (name: string, more: Variables = {}) =>
  readEnvironment('backup', { DATA_DIR: join(root, name), ...more })

/** A copy of the backup, to be damaged. */
async function copyOfBackup(name: string): Promise<string> {
  const folder = join(root, name)
  await cp(whole, folder, { recursive: true })
  return folder
}

async function restoreInto(name: string, from = whole, more: Variables = givenKeys, over = false) {
  const lines: string[] = []
  const settings = settingsFor(name, more)
  await restoreFrom(settings, await folderSource(from), { over, print: (line) => lines.push(line) })
  return { settings, lines }
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'backups-'))
  const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
  givenKeys = { FIELD_KEYS: `k1:${key(1)}`, SESSION_SECRET: 'the session secret of this test, 32+' }
  home = settingsFor('home', givenKeys)
  if (home.database.kind === 'embedded') {
    const database = await openPglite(home.database.folder, ignoreCrash, await embeddedSnapshot())
    await database.close()
  }
  await withOpened(home, async ({ services, pool }) => {
    await migrate(pool)
    await seedDemo(services, { merchants: 12, subscriptions: 400 })
    await sealAuditLog(services)
    original = await readContents(home, pool)
  })
  whole = join(root, 'whole')
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await backup(home, [whole])
  vi.mocked(process.stdout.write).mockRestore()
}, longMs)
afterAll(() => rm(root, { recursive: true, force: true }))

describe('a backup', { timeout: longMs }, () => {
  it('names its schema, its keys, every file, every table and the end of the audit chain, and holds no secret', async () => {
    const manifest = await readManifest(whole)
    expect(manifest.keys).toMatchObject({ fieldKeys: ['k1'], included: false })
    expect(Object.keys(manifest.rowCounts ?? {})).toEqual(Object.keys(original.tables))
    expect(manifest.auditHead?.position).toBeGreaterThan(0)
    const present = await hashFiles(whole)
    expect(manifest.files.map(({ path }) => `/${path}`).toSorted()).toEqual(
      Object.keys(present)
        .filter((path) => !path.startsWith('/manifest.'))
        .toSorted(),
    )
    expect(Object.keys(present).some((path) => path.includes('secrets'))).toBe(false)
    expect(await readFile(join(whole, 'manifest.json'), 'utf8')).not.toContain(Buffer.alloc(32, 1).toString('base64'))
  })

  it('is refused into a folder that holds something, and of a database that is not there', async () => {
    await expect(backup(home, [whole])).rejects.toThrow('Nothing was written.')
    await expect(backup(settingsFor('nowhere'), [join(root, 'other')])).rejects.toThrow('No database in')
    expect(await readdir(root)).not.toContain('other')
  })
})

describe('a restore', { timeout: longMs }, () => {
  it(
    'brings back every row, every file and the audit chain after the original was damaged',
    async () => {
      const damaged = settingsFor('damaged', givenKeys)
      await cp(home.dataFolder, damaged.dataFolder, { recursive: true })
      await damageCluster(join(damaged.dataFolder, 'database', 'data', 'base'))
      const { settings, lines } = await restoreInto('elsewhere')
      expect(await contentsOf(settings)).toEqual(original)
      expect(lines.join('\n')).toContain('✓ audit log  No tampering found')
      expect(await readdir(settings.dataFolder)).not.toContain('restoring')

      const { lines: told } = await restoreInto('damaged', whole, givenKeys, true)
      expect(told.join('\n')).toContain('✓ audit log  No tampering found')
      const previous = told.find((line) => line.startsWith('Previous data moved to'))?.split(' moved to ')[1]
      expect(await readdir(previous?.slice(0, -1) ?? '')).toEqual(expect.arrayContaining(['database', 'files']))
    },
    longMs,
  )

  it('needs no other keys if the backup has those of the environment', async () => {
    const keyed = join(root, 'keyed')
    const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    await backup(home, [keyed, '--with-secrets'])
    expect(output.mock.calls.join('')).toContain('Includes secrets.')
    output.mockRestore()
    expect((await readdir(home.dataFolder)).filter((name) => name.startsWith('.secrets'))).toEqual([])
    const { settings, lines } = await restoreInto('with-keys', keyed, {})
    expect(lines.join('\n')).toContain('✓ audit log  No tampering found')
    expect(lines.join('\n')).not.toContain('Session secret changed')
    expect(await contentsOf(settings)).toEqual(original)
  })

  it('is refused over another database, unless told', async () => {
    await expect(restoreInto('home')).rejects.toThrow('has database, files')
  })

  it('is refused without the key, which it names, and with another key under that name', async () => {
    await expect(restoreInto('keyless', whole, {})).rejects.toThrow('  key k1 is missing')
    const other = { FIELD_KEYS: `k1:${Buffer.alloc(32, 9).toString('base64')}` }
    await expect(restoreInto('keyless', whole, other)).rejects.toThrow('  key k1 differs from the one in the backup')
    expect((await readdir(join(root, 'keyless'))).filter((name) => name !== 'secrets.json')).toEqual([])
  })

  it('is refused when one byte of one file was flipped, a file is short, gone, or the manifest was changed', async () => {
    const { files } = await readManifest(whole)
    const victim = files.find(({ path, bytes }) => path.startsWith('database/data/base') && bytes > 100_000)?.path ?? ''
    const logo = files.find(({ path }) => path.startsWith('files/'))?.path ?? ''
    const copy = await copyOfBackup('flipped')
    await flipByte(join(copy, victim))
    await truncate(join(copy, logo), 3)
    await rm(join(copy, 'database/data/PG_VERSION'))
    const refused = await restoreInto('fresh', copy).catch((error: unknown) => String(error))
    expect(refused).toContain(`${victim}: checksum mismatch`)
    expect(refused).toContain(`${logo} has 3 bytes`)
    expect(refused).toContain('database/data/PG_VERSION is missing')

    await flipByte(join(copy, 'manifest.json'))
    await expect(restoreInto('fresh', copy)).rejects.toThrow('manifest.json has a different checksum')
    await rm(join(copy, 'manifest.sha256'))
    await expect(restoreInto('fresh', copy)).rejects.toThrow('isn’t a backup')
  })

  it('is refused when there is no such folder, which is not called a backup without a manifest', async () => {
    await expect(restoreInto('fresh', join(root, 'nope'))).rejects.toThrow('Folder not found:')
  })

  it('is refused when the backup comes from a newer schema', async () => {
    const copy = join(root, 'newer')
    await mkdir(copy)
    const manifest = { ...(await readManifest(whole)), migration: 9_999_999_999_999 }
    await writeManifest(copy, manifest)
    await expect(restoreInto('fresh', copy)).rejects.toThrow('is from a newer version')
  })

  it('is refused when the rows are not those that were counted', async () => {
    const copy = await copyOfBackup('miscounted')
    const manifest = await readManifest(whole)
    await writeManifest(copy, { ...manifest, rowCounts: { ...manifest.rowCounts, users: 1 } })
    await expect(restoreInto('fresh', copy)).rejects.toThrow(/users: \d+ rows, expected 1/)
  })
})

describe('beside a running server', { timeout: longMs }, () => {
  let opened: OpenServices
  beforeAll(async () => {
    opened = await openServices(home, ignoreCrash)
  }, longMs)
  afterAll(() => opened.close())

  it('a backup is refused, and a restore even when told', async () => {
    await expect(backup(home, [join(root, 'other')])).rejects.toThrow(
      /in use by process \d+\. It saves a snapshot every 15 minutes/,
    )
    await expect(restoreInto('home', whole, givenKeys, true)).rejects.toThrow('is in use by process')
    expect(await readdir(root)).not.toContain('other')
  })

  it('snapshots begin with the second turn of the job: the first start has enough to do', async () => {
    const folder = join(root, 'turns')
    const job = snapshotJob(await embeddedSource(home, opened), folder)
    const taken: number[] = []
    for (let turn = 0; turn < 2; turn++) {
      await job.run(opened.services, new AbortController().signal)
      taken.push((await listSnapshots(folder)).length)
    }
    expect(taken).toEqual([0, 1])
  })

  it('abandons a running snapshot when the server stops, and takes it at the next start', async () => {
    const folder = join(root, 'stopped')
    await mkdir(folder)
    const job = snapshotJob(await embeddedSource(home, opened), folder)
    const runner = () => new JobRunner(opened.services, { handlers: {}, recurring: { take_test_snapshot: job } })
    const stopped = runner()
    await stopped.start()
    await expect.poll(() => readdir(folder), { interval: 1, timeout: 10_000 }).not.toEqual([])
    await stopped.stop()
    expect(await readdir(folder)).toEqual([])
    expect(await runner().runDue()).toBe(1)
    expect(await listSnapshots(folder)).toHaveLength(1)
  })

  it('keeps earlier snapshots and a working database, and leaves no files, when a snapshot is abandoned at any moment', async () => {
    const source = await embeddedSource(home, opened)
    const folder = join(root, 'given-up')
    await takeSnapshot(source, folder)
    const [earlier = ''] = await readdir(folder)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const stoppedAfter: number[] = []
    for (let looks = 0; ; looks = looks * 2 + 1) {
      const { signal, isStopped } = abortedAfter(looks)
      const given = await takeSnapshot(source, folder, signal).catch((error: unknown) => error)
      if (!isStopped()) break
      expect(given).toBe(signal.reason)
      expect(await readdir(folder)).toEqual([earlier])
      expect((await opened.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      stoppedAfter.push(looks)
    }
    expect(stoppedAfter.length).toBeGreaterThan(6)
    expect(await readdir(folder)).toHaveLength(2)
    await requireWhole(join(folder, earlier), await readManifest(join(folder, earlier)))
  })

  it('snapshots are whole while others write, share what has not changed, and hold up no one for long', async () => {
    const source = await embeddedSource(home, opened)
    const writing = { on: true, rows: 0 }
    const writer = (async () => {
      while (writing.on)
        await opened.pool.query(`insert into rate_limits (key, window_started_at, count) values ($1, now(), 1)`, [
          `test ${writing.rows++}`,
        ])
    })()
    const pauses: number[] = []
    // A clock that was set back has named one: it is no newest, and those after it do not begin with it.
    const ahead = join(snapshotsFolder(home), nameOfSnapshot(new Date(Date.now() + 86_400_000)))
    await mkdir(ahead, { recursive: true })
    for (let round = 0; round < 2; round++) {
      // Each has the second of its beginning for a name.
      if (round > 0) await new Promise((resolve) => setTimeout(resolve, 1_100))
      pauses.push((await takeSnapshot(source, snapshotsFolder(home))).pausedMs)
    }
    writing.on = false
    await writer
    const [first, last] = await listSnapshots(snapshotsFolder(home))
    expect(await opened.services.snapshots?.findNewest()).toEqual(last?.takenAt)
    await rm(ahead, { recursive: true })
    const { lines } = await restoreInto('from-snapshot', last?.path)
    expect(lines.join('\n')).toContain(`${Object.keys(original.tables).length} tables, `)
    expect(writing.rows).toBeGreaterThan(10)
    expect(Math.max(...pauses)).toBeLessThan(5_000)
    const shared = (await readManifest(last?.path ?? '')).files.map(({ stamp }) => stamp)
    const before = new Set((await readManifest(first?.path ?? '')).files.map(({ stamp }) => stamp))
    expect(shared.filter((stamp) => stamp !== '' && before.has(stamp)).length).toBeGreaterThan(500)
  })
})

/** Returns a signal that aborts after the given number of reads. */
function abortedAfter(looks: number) {
  const stop = new AbortController()
  let looked = 0
  stop.signal.throwIfAborted = () => {
    if (looked === looks) stop.abort()
    looked += 1
    if (stop.signal.aborted) throw stop.signal.reason
  }
  return { signal: stop.signal, isStopped: () => stop.signal.aborted }
}

async function writeManifest(folder: string, manifest: unknown): Promise<void> {
  const text = JSON.stringify(manifest)
  await writeFile(join(folder, 'manifest.json'), text)
  await writeFile(join(folder, 'manifest.sha256'), sumOf(text))
}

async function flipByte(path: string): Promise<void> {
  const file = await open(path, 'r+')
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, 50)
  await file.write(Buffer.from([(buffer[0] ?? 0) ^ 0xff]), 0, 1, 50)
  await file.close()
}

describe('a drill', { timeout: longMs }, () => {
  async function run(args: readonly string[]): Promise<string> {
    const said: string[] = []
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
    await drill(home, args).finally(() => write.mockRestore())
    return said.join('')
  }

  it('restores the newest backup of a folder, compares its counters, and leaves nothing', async () => {
    const folder = join(root, 'nightly')
    await copyOfBackup('nightly/2026-11-26T02-30-00Z')
    await mkdir(join(folder, '2026-11-25T02-30-00Z'))
    const before = await hashFiles(home.dataFolder)
    const said = await run([folder])
    for (const line of [
      '✓ files  All checksums match',
      '✓ rows  ',
      '✓ audit log  No tampering',
      '✓ aggregates  No diff',
    ])
      expect(said).toContain(line)
    expect(said).toMatch(
      /✓ drill {2}backup of 20\S+Z \(0\.\d h old, version .+\): restored, checked and removed in \d+\.\d min\n$/,
    )
    expect(said).not.toContain('Session secret changed')
    expect(await hashFiles(home.dataFolder)).toEqual(before)
  })

  it('fails when the newest backup is older than two days, and not for an older one that is named', async () => {
    const named = await copyOfBackup('weekly/2026-11-20T02-30-00Z')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 72 * 3_600_000 })
    try {
      await expect(run([join(root, 'weekly')])).rejects.toThrow('The newest backup works, but is 72.0 h old.')
      expect(await run([named])).toContain('✓ drill  ')
    } finally {
      vi.useRealTimers()
    }
    expect(await readdir(home.dataFolder)).not.toContain('drill')
  })

  it('fails for a damaged backup, for wrong counters and beside another drill, and leaves nothing then either', async () => {
    const damaged = await copyOfBackup('damaged-drill')
    const { files } = await readManifest(damaged)
    await truncate(join(damaged, files.at(-1)?.path ?? ''), 0)
    await expect(run([damaged])).rejects.toThrow('The backup is damaged')
    expect(await readdir(home.dataFolder)).not.toContain('drill')

    const wrong = settingsFor('wrong-counters', givenKeys)
    await cp(join(home.dataFolder, 'database'), join(wrong.dataFolder, 'database'), { recursive: true })
    await withOpened(wrong, async ({ pool }) => {
      await pool.query('update users set subscription_count = 99')
    })
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    await backup(wrong, [join(root, 'wrong-backup')])
    vi.mocked(process.stdout.write).mockRestore()
    await expect(run([join(root, 'wrong-backup')])).rejects.toThrow('✗ aggregates')

    await mkdir(join(home.dataFolder, 'drill'))
    await expect(run([whole])).rejects.toThrow('a drill is running or was killed')
    await rm(join(home.dataFolder, 'drill'), { recursive: true })
  })
})
