import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seedDemo } from '@quaff/database/demo/seed-demo'
import { migrate } from '@quaff/database/migrate'
import { findDrill, sealAuditLog } from '@quaff/features/settings/server'
import { readManifest } from '@quaff/platform/server/adapters/backups/backup-manifest'
import { readEnvironment } from '../../environment'
import { openServices } from '../../services'
import { backup } from './backup'
import { drill } from './drill'
import { requireFitting, withAddress } from './postgres-tools'
import { folderSource, restoreFrom } from './restore'
import { contentsOf } from './testing/contents'

const serverUrl = process.env['TEST_DATABASE_URL']
const names = ['quaff_backup_from', 'quaff_backup_to']
const longMs = 120_000
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'backups-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function administer(statements: readonly string[]): Promise<void> {
  const client = new Client(serverUrl)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

function settingsFor(name: string) {
  const url = new URL(serverUrl ?? '')
  url.pathname = `/${name}`
  const FIELD_KEYS = `k1:${Buffer.alloc(32, 1).toString('base64')}`
  return readEnvironment('backup', { DATA_DIR: join(root, name), DATABASE_URL: url.href, FIELD_KEYS })
}

async function readDrill(settings: ReturnType<typeof settingsFor>) {
  const opened = await openServices(settings, () => {})
  const found = await findDrill(opened.services.db)
  await opened.close()
  return found
}

describe.runIf(serverUrl)('a backup of PostgreSQL', () => {
  const [from = '', to = ''] = names
  const drop = names.map((name) => `drop database if exists ${name} with (force)`)
  beforeAll(() => administer([...drop, ...names.map((name) => `create database ${name}`)]))
  afterAll(() => administer(drop))

  it(
    'is restored into an empty database with every row, every file and the audit chain, and into no other',
    async () => {
      const opened = await openServices(settingsFor(from), () => {})
      await migrate(opened.pool)
      await seedDemo(opened.services, { merchants: 12, subscriptions: 400 })
      await sealAuditLog(opened.services)
      await opened.close()
      vi.spyOn(process.stdout, 'write').mockReturnValue(true)
      await backup(settingsFor(from), [join(root, 'whole')])
      vi.mocked(process.stdout.write).mockRestore()
      const manifest = await readManifest(join(root, 'whole'))
      expect(manifest).toMatchObject({ engine: 'postgres', keys: { fieldKeys: ['k1'] } })
      expect(await readdir(join(root, 'whole'))).not.toContain('.pgpass')

      const lines: string[] = []
      const options = { over: false, print: (line: string) => lines.push(line) }
      await restoreFrom(settingsFor(to), await folderSource(join(root, 'whole')), options)
      expect(await contentsOf(settingsFor(to))).toEqual(await contentsOf(settingsFor(from)))
      expect(lines.join('\n')).toContain('✓ audit log  No tampering found')

      const again = { ...settingsFor(to), dataFolder: join(root, 'third') }
      const drilled = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
      await drill(settingsFor(from), [join(root, 'whole')])
      expect(drilled.mock.calls.join('')).toMatch(/✓ aggregates {2}No differences found\n[^]*✓ drill {2}backup of /)
      drilled.mockRestore()
      const client = new Client(serverUrl)
      await client.connect()
      const { rows } = await client.query(`select datname from pg_database where datname = $1`, [`${from}_drill`])
      await client.end()
      expect(rows).toEqual([])
      const goodDrill = await readDrill(settingsFor(from))
      expect(goodDrill).toMatchObject({ isGood: true, takenAt: new Date(manifest.takenAt) })
      await expect(drill(settingsFor(from), [join(root, 'nowhere')])).rejects.toThrow('nowhere')
      expect(await readDrill(settingsFor(from))).toEqual({ ...goodDrill, isGood: false })

      await expect(restoreFrom(again, await folderSource(join(root, 'whole')), options)).rejects.toThrow('isn’t empty')
    },
    longMs,
  )
})

describe('the tools of PostgreSQL', () => {
  it('fit their own and older servers, but pg_restore 17 and newer none before 17', () => {
    const fits = (tool: 'pg_dump' | 'pg_restore', own: number, server: number) => () =>
      requireFitting(tool, own, server)
    for (const [own, server] of [
      [15, 15],
      [18, 15],
      [18, 17],
    ] as const)
      expect(fits('pg_dump', own, server)).not.toThrow()
    for (const [own, server] of [
      [15, 15],
      [16, 15],
      [18, 17],
    ] as const)
      expect(fits('pg_restore', own, server)).not.toThrow()
    expect(fits('pg_dump', 15, 17)).toThrow('pg_dump is version 15, the database 17. Install the PostgreSQL 17 tools.')
    expect(fits('pg_restore', 18, 15)).toThrow('pg_restore is version 18, the database 15.')
  })

  it('get the password through a file, which is gone afterwards, and no word that they do not know', async () => {
    const passFile = join(root, '.pgpass')
    const address = await withAddress('postgresql://me:p%3Aw@db:5433/quaff?pgbouncer=true', passFile, async (url) => {
      expect(await readFile(passFile, 'utf8')).toBe('*:*:*:*:p\\:w\n')
      return url
    })
    expect(address).not.toContain('p%3Aw')
    expect(address).toBe(`postgresql://me@db:5433/quaff?passfile=${encodeURIComponent(passFile)}`)
    expect(await readdir(root)).not.toContain('.pgpass')
  })
})
