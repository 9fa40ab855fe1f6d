import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { demoAccounts } from '@quaff/database/demo/accounts'
import { readMigrationTimes } from '@quaff/database/migrate'
import { insertBankAccount } from '@quaff/features/banking/testing/bank-account-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { nameOfSnapshot } from '@quaff/platform/server/adapters/backups/backup-folder'
import { openPglite } from '@quaff/platform/server/adapters/pglite/open-pglite'
import { lockFolder } from '@quaff/platform/server/adapters/pglite/pglite-lock'
import { scryptPasswords } from '@quaff/platform/server/adapters/scrypt-passwords'
import { embeddedSnapshot } from '@quaff/platform/testing/database/embedded-snapshot'
import { startMailServer } from '@quaff/platform/testing/mail/mail-server'
import { examineEnvironment, readEnvironment, type Variables } from '../../environment'
import { openServices } from '../../services'
import { refuseDemoAccounts } from '../demo-accounts'
import { backupChecks } from './backup-checks'
import { runCheck } from './check'
import { examine } from './doctor'
import { settingsChecks } from './settings-checks'

/** Each opens a database in a folder, which takes seconds; on a busy machine many. */
const longMs = 120_000
const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const sessionSecret = 'q7Gd0x-the-session-secret-of-this-test'
let root: string
let home: Variables
let migrationTimes: number[]

beforeAll(async () => {
  migrationTimes = readMigrationTimes()
  root = await mkdtemp(join(tmpdir(), 'doctor-'))
  home = { DATA_DIR: join(root, 'home'), FIELD_KEYS: `k1:${keyOf(1)}`, SESSION_SECRET: sessionSecret }
  await mkdir(join(root, 'home', 'files'), { recursive: true })
  const made = await openPglite(join(root, 'home', 'database'), () => {}, await embeddedSnapshot())
  await made.close()
  const opened = await openServices(readEnvironment('backup', home), () => {})
  const { id } = await insertMerchant(opened.services)
  await insertBankAccount(opened.services, { merchantId: id })
  await opened.close()
  await mkdir(join(root, 'home', 'backups', nameOfSnapshot(now())), { recursive: true })
}, longMs)
afterAll(() => rm(root, { recursive: true, force: true }))

/** The machine's own: the database has it, too. */
const now = () => new Date(Date.now())

async function consult(variables: Variables, nodeVersion = '24.21.0') {
  const lines: string[] = []
  const machine = { nodeVersion, clock: { now }, migrationTimes }
  const isWell = await examine(examineEnvironment(variables), machine, (line) => lines.push(line))
  const lineOf = (name: string) => lines.find((line) => line.slice(2).startsWith(`${name} `)) ?? `no line on ${name}`
  return { isWell, lines, lineOf, text: lines.join('\n') }
}

const wrongLines = (lines: string[]) => lines.filter((line) => !line.startsWith('✓'))

async function inDatabase(statement: string): Promise<void> {
  const { pool, close } = await openPglite(join(root, 'home', 'database'), () => {})
  await pool.query(statement)
  await close()
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** The port was free a moment ago, so nothing listens there. */
async function closedPort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe('of a folder where all is well', { timeout: longMs }, () => {
  it('every line is ok, no secret is in them, and nothing is left behind', async () => {
    const before = await readdir(join(root, 'home'), { recursive: true })
    const { isWell, lines, lineOf, text } = await consult(home)
    expect(wrongLines(lines)).toEqual([])
    expect(isWell).toBe(true)
    expect(lineOf('migrations')).toContain(`all ${migrationTimes.length} applied`)
    expect(lineOf('field keys')).toContain('in use: k1')
    expect(lineOf('backup')).toContain('1 snapshots')
    for (const secret of [sessionSecret, keyOf(1)]) expect(text).not.toContain(secret)
    const outside = (paths: string[]) => paths.filter((path) => !path.startsWith('database/data')).toSorted()
    expect(outside(await readdir(join(root, 'home'), { recursive: true }))).toEqual(outside(before))
  })

  it('beside a server that runs it says so, looks at the rest, and does not fail', async () => {
    const running = await openPglite(join(root, 'home', 'database'), () => {})
    try {
      const { isWell, lines, lineOf } = await consult(home)
      expect(isWell).toBe(true)
      expect(wrongLines(lines)).toHaveLength(1)
      expect(lineOf('database')).toMatch(new RegExp(`^! .*in use by process ${process.pid}; .* Fix: None needed`))
      expect(lineOf('files')).toMatch(/^✓ .*test file written, read and deleted/)
      // The server has lost nothing by it.
      expect((await running.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    } finally {
      await running.close()
    }
  })
})

describe('of snapshots', { timeout: longMs }, () => {
  const version = () => join(root, 'home', 'database', 'data', 'PG_VERSION')
  const ago = (minutes: number) => new Date(now().getTime() - minutes * 60_000)

  /** The line of the doctor on it, without the others. */
  async function backupLine() {
    const [check] = backupChecks(examineEnvironment(home), { now })
    const { finding } = await runCheck(check ?? expect.unreachable())
    return `${finding.level} ${finding.seen}${finding.level === 'ok' ? '' : ` → ${finding.advice}`}`
  }

  async function backupLineBesideServer() {
    const lock = await lockFolder(join(root, 'home', 'database'), { onLost: () => {} })
    try {
      return await backupLine()
    } finally {
      await lock.release()
    }
  }

  it('none is missed in the first hour of a database, and from then on as the alert rule does', async () => {
    const backups = join(root, 'home', 'backups')
    await rename(backups, `${backups}-aside`)
    try {
      await utimes(version(), ago(59), ago(59))
      expect(await backupLine()).toMatch(/^ok .*no snapshot in .*59 min old; the first follows 15/)
      await utimes(version(), ago(61), ago(61))
      expect(await backupLine()).toMatch(/^warn .*no snapshot in .*61 min old → Start the server/)
      expect(await backupLineBesideServer()).toMatch(
        /^warn .* → If the server has run for 30 minutes, look for `job_failed`/,
      )
    } finally {
      await rename(`${backups}-aside`, backups)
    }
  })

  it('an old one is reported while a server runs, and after two days without one', async () => {
    const backups = join(root, 'home', 'backups')
    const one = (minutes: number) => join(backups, nameOfSnapshot(ago(minutes)))
    const [kept = ''] = await readdir(backups)
    await rename(join(backups, kept), one(61))
    expect(await backupLine()).toMatch(/^ok .*1 snapshots .* 61 min old/)
    expect(await backupLineBesideServer()).toMatch(/^warn .* 61 min old → Look for `job_failed`/)
    await rename(join(backups, (await readdir(backups))[0] ?? ''), one(49 * 60))
    expect(await backupLine()).toMatch(/^warn .* 2 days old → Start the server, or run/)
    await rename(join(backups, (await readdir(backups))[0] ?? ''), join(backups, kept))
  })
})

describe('of a lock', { timeout: longMs }, () => {
  const lockWith = (holder: object) =>
    writeFile(join(root, 'home', 'database', 'database.lock'), JSON.stringify(holder))

  it('of another machine nothing is taken over, and nothing waited for', async () => {
    await lockWith({ pid: 7, startedAt: null, place: 'another machine', host: 'db-2', token: 'theirs' })
    const { isWell, lineOf } = await consult(home)
    expect(isWell).toBe(true)
    expect(lineOf('database')).toMatch(/^! .*in use by process 7 on db-2;/)
    expect(await readFile(join(root, 'home', 'database', 'database.lock'), 'utf8')).toContain('theirs')
  })

  it('of a process that is gone the database is looked at', async () => {
    await lockWith({ pid: 2 ** 22 + 1, startedAt: null, place: null, host: '', token: 'unknown' })
    expect((await consult(home)).lineOf('database')).toMatch(/^✓ .*embedded in/)
    expect(await readdir(join(root, 'home', 'database'))).toEqual(['data'])
  })
})

describe('inside the database', { timeout: longMs }, () => {
  const newest = () => Math.max(...migrationTimes)

  it('a pending migration is reported but not run, and keys and the time zone are checked anyway', async () => {
    const tokyo = JSON.stringify({ timeZone: 'Asia/Tokyo', isComplete: true })
    await inDatabase(
      `update drizzle.__drizzle_migrations set created_at = -created_at where created_at = ${newest()};
       insert into platform_settings (key, value, updated_at)
         values ('counterTimeZone', '${tokyo}', now()), ('currencyDecimals', '{"huf":0,"iqd":3}', now());
       insert into subscription_charge_months values ('2026-01-01', 'mer_1', 'huf', 2990, 1)`,
    )
    const missing = await consult({ ...home, FIELD_KEYS: `k2:${keyOf(2)}` })
    const impostor = await consult({ ...home, FIELD_KEYS: `k1:${keyOf(9)}` })
    for (const { isWell, lineOf } of [missing, impostor]) {
      expect(isWell).toBe(false)
      expect(lineOf('migrations')).toMatch(/^! .*1 of \d+ pending\. Fix: Back up, then restart/)
      expect(lineOf('time zone')).toMatch(
        /^✗ .*is UTC, but daily counters use Asia\/Tokyo\. Fix: Change PLATFORM_TIME_ZONE/,
      )
      expect(lineOf('currency decimals')).toMatch(/^✗ .*HUF 0 instead of 2\. Fix: .*npm run currencies -- --convert/)
    }
    expect(missing.lineOf('field keys')).toMatch(/^✗ .*key k1 is missing\. Fix: Add the missing keys/)
    expect(impostor.lineOf('field keys')).toMatch(/^✗ .*key k1 has a different value/)
    expect(impostor.text).not.toContain(keyOf(9))
  })

  it('a migration of a later version is a warning, as in each update', async () => {
    await inDatabase(`update drizzle.__drizzle_migrations set created_at = ${newest() + 1_000} where created_at < 0`)
    const { lineOf } = await consult(home)
    expect(lineOf('migrations')).toMatch(/^! .*newer by 1 migration; normal during an update\. Fix: Finish the update/)
  })

  it('a migration that this version can’t work with is an error', async () => {
    await inDatabase(`create table drizzle.needed_migrations (number text not null);
      insert into drizzle.needed_migrations values ('20990101000000')`)
    const { isWell, lineOf } = await consult(home)
    expect(isWell).toBe(false)
    expect(lineOf('migrations')).toMatch(
      /^✗ .*lacks migration 20990101000000\. Fix: Start the newer version, or restore/,
    )
  })
})

describe('each on a line of its own, the others beside it:', () => {
  const elsewhere = (more: Variables): Variables => ({ DATA_DIR: join(root, 'elsewhere'), ...more })

  it('no database under that port', async () => {
    const DATABASE_URL = `postgresql://quaff:hush-hush@127.0.0.1:${await closedPort()}/quaff`
    const { isWell, lines, lineOf, text } = await consult(elsewhere({ DATABASE_URL }))
    expect(isWell).toBe(false)
    expect(lines.filter((line) => line.startsWith('✗'))).toHaveLength(1)
    expect(lineOf('database')).toMatch(/^✗ .*connection refused\. Fix: Start the database, or correct DATABASE_URL/)
    expect(lineOf('other checks')).toMatch(/^! .*\d+ skipped: .*live events/)
    expect(lineOf('mail')).toMatch(/^✓/)
    expect(text).not.toContain('hush-hush')
  })

  it('a database that never answers, within its time', async () => {
    const port = await listen(createServer())
    const startedAt = performance.now()
    const { lineOf } = await consult(
      elsewhere({ DATABASE_URL: `postgresql://quaff:hush-hush@127.0.0.1:${port}/quaff` }),
    )
    expect(lineOf('database')).toMatch(/^✗ .*no response/)
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  })

  it('a folder without a database: none is made', async () => {
    const { isWell, lineOf } = await consult(elsewhere({}))
    expect(isWell).toBe(true)
    expect(lineOf('database')).toMatch(/^! .*no embedded database in .* yet/)
    expect(await readdir(root)).not.toContain('elsewhere')
  })

  it('a mail server that is away, and one that does not greet', async () => {
    const away = await consult(elsewhere({ SMTP_URL: `smtp://me:hush-hush@127.0.0.1:${await closedPort()}` }))
    expect(away.lineOf('mail')).toMatch(/^✗ .*ECONNREFUSED.* Fix: Check the host and port in SMTP_URL/)
    const silent = await listen(createServer())
    const waiting = await consult(elsewhere({ SMTP_URL: `smtp://me:hush-hush@127.0.0.1:${silent}` }))
    expect(waiting.lineOf('mail')).toMatch(/^✗ .*greeting.* Fix: Check the host/i)
    expect(away.text + waiting.text).not.toContain('hush-hush')
  })

  it('a mail server that is there gets no mail', async () => {
    const server = await startMailServer()
    onTestFinished(() => server.close())
    const { lineOf } = await consult(elsewhere({ SMTP_URL: `smtp://127.0.0.1:${server.port}` }))
    expect(lineOf('mail')).toMatch(/^✓ .*responds; no email sent/)
    expect(await server.received()).toEqual([])
  })

  it('a folder of files that is missing, and one that cannot be written to', async () => {
    expect((await consult(elsewhere({}))).lineOf('files')).toMatch(/^! .*doesn’t exist yet\. Fix: /)
    await mkdir(join(root, 'blocked'))
    await writeFile(join(root, 'blocked', 'files'), 'a file where the folder should be')
    const { isWell, lineOf } = await consult({ DATA_DIR: join(root, 'blocked') })
    expect(isWell).toBe(false)
    expect(lineOf('files')).toMatch(/^✗ .*couldn’t write to.* Fix: Give this user write access/)
  })

  it('variables that are wrong, every one by its name and none by its value', async () => {
    const { isWell, lines, lineOf, text } = await consult(
      elsewhere({
        DATABASE_URL: 'mysql://u:hush-hush@db',
        SESSION_SECRET: 'hush-hush',
        PORT: '99999',
        NODE_ENV: 'production',
      }),
    )
    expect(isWell).toBe(false)
    for (const name of ['DATABASE_URL', 'SESSION_SECRET', 'PORT']) expect(lineOf('settings')).toContain(`${name} must`)
    expect(lineOf('database')).toMatch(/^✗ .*invalid DATABASE_URL/)
    expect(lineOf('session secret')).toMatch(/^✗/)
    expect(lineOf('address')).toMatch(/^✗ .*BASE_URL/)
    expect(lines.every((line) => /^[✓!✗] /.test(line))).toBe(true)
    expect(text).not.toContain('hush-hush')
  })

  it('a stop that may take longer than orchestrators wait', async () => {
    const stop = async (variables: Variables) => {
      const check = settingsChecks(examineEnvironment({ ...home, ...variables })).find(({ name }) => name === 'stop')
      const { finding } = await runCheck(check ?? expect.unreachable())
      return `${finding.level} ${finding.seen}`
    }
    expect(await stop({})).toMatch(/^ok up to 25\.5 s: DRAIN_SECONDS 2 s, STOP_SECONDS 20 s/)
    expect(await stop({ STOP_SECONDS: '24' })).toMatch(/^ok up to 29\.5 s/)
    expect(await stop({ STOP_SECONDS: '25' })).toMatch(/^warn up to 30\.5 s.*; orchestrators kill after 30 s/)
  })

  it('demo accounts with their published password, wherever others can open the console', async () => {
    const { email, password } = demoAccounts[0]
    const hash = await scryptPasswords().hash(password)
    await inDatabase(`insert into users (id, email, role, password_hash, created_at, updated_at)
      values ('usr_demo', '${email}', 'quaff_admin', '${hash}', now(), now())`)
    const inPublic = { ...home, BASE_URL: 'https://console.example.com' }
    const { isWell, lineOf } = await consult(inPublic)
    expect(isWell).toBe(false)
    expect(lineOf('demo accounts')).toMatch(/^✗ .*admin@quaff\.test/)
    expect((await consult(home)).lineOf('demo accounts')).toMatch(/^✓ .*from this machine only/)
    const opened = await openServices(readEnvironment('backup', inPublic), () => {})
    const refusal = refuseDemoAccounts(opened.services, { ...readEnvironment('backup', inPublic) })
    await expect(refusal).rejects.toThrow('published demo password: admin@quaff.test')
    await opened.close()
    await inDatabase(`update users set status = 'suspended' where id = 'usr_demo'`)
    expect((await consult(inPublic)).lineOf('demo accounts')).toMatch(/^✓ .*none/)
    await inDatabase(`delete from users where id = 'usr_demo'`)
  })

  it('a Node that is too old or gets no security fixes', async () => {
    expect((await consult(elsewhere({}), '20.20.2')).lineOf('node')).toMatch(
      /^! .*20\.20\.2, without security fixes since 2026-04-30\. Fix: Install Node 24/,
    )
    expect((await consult(elsewhere({}), '25.1.0')).lineOf('node')).toMatch(/^! .*since 2026-06-01/)
    expect((await consult(elsewhere({}), '24.0.0')).lineOf('node')).toMatch(/^✓ .*24\.0\.0/)
    expect((await consult(elsewhere({}), '20.18.3')).lineOf('node')).toMatch(/^✗ .*older than 20\.19\. Fix: Install/)
  })
})
