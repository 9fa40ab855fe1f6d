import { sql } from 'drizzle-orm'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { migrate } from '@quaff/database/migrate'
import { readEnvironment, SettingsError, type ServerSettings } from '../../environment'
import { openDatabase } from '../../services'
import { importDocuments } from './import-documents'

let root: string
let printed: string[]
const folder = () => join(root, 'data/database')
const settings = () =>
  ({ dataFolder: join(root, 'data'), database: { kind: 'embedded', folder: folder() } }) as ServerSettings
const writingSettings = () => readEnvironment('backup', { DATA_DIR: join(root, 'data'), LOG_LEVEL: 'error' })
const source = (name: string) => join(root, name)
const line = (path: string, data: object) => `${JSON.stringify({ path, data })}\n`
const dated = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2024-01-01T00:00:00Z' }

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'quaff-import-'))
  printed = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
})
afterEach(async () => {
  vi.restoreAllMocks()
  process.exitCode = 0
  await rm(root, { recursive: true })
})

async function reportFolder(): Promise<string> {
  const [run = '', ...others] = await readdir(join(root, 'data/imports'))
  expect(others).toEqual([])
  return join(root, 'data/imports', run)
}

describe('npm run import', () => {
  it('prints what would be imported, ends with its number, and keeps a report that no one else reads', async () => {
    await writeFile(
      source('users.ndjson'),
      line('users/u1', { ...dated, email: 'ana@people.test' }) + line('users/u2', { ...dated, email: 'unknown' }),
    )
    await importDocuments(settings(), [source('users.ndjson')])
    expect(process.exitCode).toBe(3)
    expect(printed.join('')).toContain('users: email isn’t a valid email address, as in users/u2')
    expect(printed.join('')).toContain('Nothing was written.')
    const folder = await reportFolder()
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const name of ['report.json', 'problems.csv'])
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    const csv = await readFile(join(folder, 'problems.csv'), 'utf8')
    expect(csv.trimEnd().split(/\r?\n/)).toHaveLength(2)
    expect(csv).toContain('users/u2')
    expect(csv + printed.join('')).not.toMatch(/people\.test|unknown/)
  })

  it('counts who is here already as there, by an import or not, unless a server holds the database', async () => {
    const venues = ['u1', 'u.2', 'ours', 'unknown']
    await writeFile(
      source('m.ndjson'),
      venues.map((ownerId, index) => line(`merchants/m${index}`, { name: 'Bar', ownerId, ...dated })).join(''),
    )
    await importDocuments(settings(), [source('m.ndjson')])
    expect(printed.join('')).toMatch(/4 +merchants: ownerId refers to a missing person/)
    await expect(readdir(folder())).rejects.toThrow('ENOENT')
    const opened = await openDatabase(settings(), () => {})
    await importDocuments(settings(), [source('m.ndjson')])
    expect(printed.join('')).toContain('The database is in use by a server')
    await migrate(opened.pool)
    await opened.db.execute(sql`insert into users (id, email, created_at, updated_at)
      select id, id || '@people.test', now(), now() from unnest(array['u1', 'u2_new', 'ours']) id`)
    await opened.db.execute(sql`insert into import_documents (path, kind, row_id, hash, created_run_id, run_id)
      values ('__auth__/u.2', 'accounts', 'u2_new', '', 'imp_1', 'imp_1')`)
    await opened.close()
    printed = []
    await importDocuments(settings(), [source('m.ndjson')])
    expect(printed.join('')).toMatch(/1 +merchants: ownerId refers to a missing person, as in merchants\/m3/)
    expect(printed.join('')).not.toContain('in use by a server')
  }, 60_000)

  it('§0044 gives documents the ids of a file beside the folder: and says what each line would do', async () => {
    const opened = await openDatabase(settings(), () => {})
    await migrate(opened.pool)
    await opened.db.execute(sql`insert into merchants (id, name, status_changed_at, created_at, updated_at)
      values ('mer_1', 'Bar', now(), now(), now())`)
    await opened.close()
    await writeFile(source('m.ndjson'), line('merchants/bar', { name: 'Old bar', ...dated }) + line('users/ana', dated))
    await writeFile(source('ids.csv'), 'document,id\nmerchants/bar,mer_1\nusers/ana,usr_1\n')
    const args = [source('m.ndjson'), '--map', source('ids.csv')]
    await importDocuments(settings(), args)
    expect(printed.join('')).toContain('1 document gets the ID from the ID file')
    expect(printed.join('')).toContain('1 document linked to an existing record')
    const csv = await readFile(join(await reportFolder(), 'problems.csv'), 'utf8')
    expect(csv).toMatch(/Linked to the existing record with this ID; not imported"?,mer_1,ids\.csv \(--map\),line 2/)
  }, 60_000)

  it('§0044 takes no other file for one that gives ids, and none that is not there', async () => {
    await writeFile(source('m.ndjson'), line('merchants/bar', { name: 'Bar', ...dated }))
    await writeFile(source('ids.csv'), 'old,new\nmerchants/bar,mer_1\n')
    const mapped = (name: string) => importDocuments(settings(), [source('m.ndjson'), '--map', source(name)])
    await expect(mapped('ids.csv')).rejects.toThrow('has no IDs')
    await expect(mapped('gone.csv')).rejects.toThrow(' not found')
  })

  it('writes every problem, also of thousands, each in a line', async () => {
    const broken = Array.from({ length: 4_500 }, (_, index) =>
      line(`userActivity/a${index}`, { action: 'x', timestamp: dated.createdAt }),
    )
    await writeFile(source('a.ndjson'), broken.join(''))
    await importDocuments(settings(), [source('a.ndjson')])
    expect(process.exitCode).toBe(2)
    const csv = await readFile(join(await reportFolder(), 'problems.csv'), 'utf8')
    const rows = csv.trimEnd().split(/\r?\n/).slice(1)
    expect(rows).toHaveLength(4_500)
    expect(new Set(rows).size).toBe(4_500)
    expect(rows[4_499]).toContain('userActivity/a4499')
  })

  it('looks at some collections alone, and says what stays in the files', async () => {
    await writeFile(
      source('a.ndjson'),
      line('users/u1', { ...dated, email: 'unknown' }) + line('merchants/m1', { ...dated, name: 'Bar', ownerId: 'u1' }),
    )
    await importDocuments(settings(), [root, '--only', 'merchants'])
    expect(printed.join('')).toContain('Only: Merchants\nLeft out: users (1)\n')
    expect(printed.join('')).toContain('merchants: ownerId refers to a missing person')
    expect(printed.join('')).not.toContain('valid email')
    expect(process.exitCode).toBe(3)
    expect(JSON.parse(await readFile(join(await reportFolder(), 'report.json'), 'utf8'))).toMatchObject({
      choice: { only: ['merchants'], leftOut: [{ collection: 'users', read: 1 }] },
    })
  })

  it('writes a damaged source only with --damaged-source, ends with 2 and says last what is missing', async () => {
    const user = (id: string) => JSON.stringify({ id, ...dated, email: `${id}@people.test` })
    await mkdir(source('old'))
    await writeFile(source('old/users.json'), `[${user('u1')},${user('u2').slice(0, -3)}`)
    const apply = (...more: string[]) => importDocuments(writingSettings(), [source('old'), '--apply', ...more])
    await expect(apply()).rejects.toMatchObject({ reason: 'SOURCE_DAMAGED' })
    printed = []
    await apply('--damaged-source')
    expect(process.exitCode).toBe(2)
    expect(printed.join('').trimEnd().split('\n').at(-1)).toBe(
      'Incomplete: 1 file couldn’t be read completely; later documents are missing. All totals cover the readable part only.',
    )
  }, 60_000)

  it('ends with 2 after writing if documents were skipped, and says so last', async () => {
    const user = line('users/u1', { ...dated, email: 'a@b.test' })
    await mkdir(source('old'))
    await writeFile(source('old/a.ndjson'), `${user}${user}{"path":\n`)
    await importDocuments(writingSettings(), [source('old'), '--apply'])
    expect(process.exitCode).toBe(2)
    expect(printed.join('')).toMatch(/Users +2 +1 +0 +0 +0 +1\n +Unreadable +1 +0 +0 +0 +0 +1\n/)
    expect(printed.join('').trimEnd().split('\n').at(-1)).toBe(
      'Incomplete: 2 documents were skipped; see the problems.',
    )
  }, 60_000)

  it('prints the whole report as JSON where it is asked to, the same as it keeps', async () => {
    await writeFile(source('a.ndjson'), line('users/u1', { ...dated, email: 'a@b.test' }))
    await importDocuments(settings(), ['--json', root])
    expect(process.exitCode).toBe(0)
    const kept = JSON.parse(await readFile(join(await reportFolder(), 'report.json'), 'utf8')) as unknown
    expect(JSON.parse(printed.join(''))).toEqual(kept)
  })

  it.each([[['nowhere']], [['']]])('says that there is nothing at %j', async ([name = '']) => {
    await expect(importDocuments(settings(), [source(`${name}/x`)])).rejects.toThrow(/ not found/)
    await expect(readdir(join(root, 'data'))).rejects.toThrow('ENOENT')
  })

  it.each([[[]], [['a', 'b']], [['report', 'a', 'b']], [['a', '--apply-now']], [['--json']], [['a', '--json=yes']]])(
    'answers %j with how it is used',
    async (args) => {
      const refused: unknown = await importDocuments(settings(), args).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(SettingsError)
      expect(String(refused)).toMatch(/Usage:\s+npm run import -- <folder or file>/)
    },
  )
})
