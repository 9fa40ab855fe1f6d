import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { buildIfStale } from '../../scripts/setup/build-if-stale.mjs'
import { rootFolder } from '../../scripts/setup/root-folder.mjs'
import { findFreePort } from '../../scripts/testing/services/find-free-port.mjs'
import { findProgram } from '../../scripts/testing/services/find-program.mjs'
import { installSystemPackage } from '../../scripts/testing/services/install-system-package.mjs'

const longestMs = 120_000
const demo = ['--merchants', '40', '--subscriptions', '5000']
/** Time limit for archiving the last segment before the moment; without it the moment cannot be restored. */
const archivedMs = 60_000

/**
 * Executes "Point in time" of docs/operations/back-up.md: encrypted repository, log archive, full and incremental backup,
 * changes, a noted moment, a mistake, damaged files, and the restore. Every table must equal the moment, and audit
 * log and counters must be consistent.
 */
export async function runPointInTime(programs) {
  const pgBackRest =
    findProgram('pgbackrest') ?? ((await installSystemPackage('pgbackrest')) && findProgram('pgbackrest'))
  if (!pgBackRest) return { notRun: 'pgBackRest is missing, and apt-get couldn’t install it' }
  await buildIfStale()
  const place = await layOut(programs, pgBackRest)
  try {
    await place.begin()
    runServer(place, ['demo', ...demo])
    const took = {}
    took.full = timed(() => place.backRest('--type=full backup'))
    await change(place.url, 'between the backups')
    took.incremental = timed(() => place.backRest('--type=incr backup'))
    await change(place.url, 'after the last backup')
    runServer(place, ['verify-audit'])
    const noted = await readMoment(place.url)
    await makeMistake(place.url)
    place.stop()
    damage(place.data)
    took.restore = timed(() =>
      place.backRest(`--delta --type=time --target='${noted.at}' --target-action=promote restore`),
    )
    took.start = await timedAsync(
      () => place.start(),
      () => isPromoted(place.url),
    )
    const found = await readTables(place.url)
    const different = Object.keys(noted.tables).filter((name) => noted.tables[name] !== found[name])
    runServer(place, ['verify-audit'])
    runServer(place, ['aggregates', '--check'])
    const names = Object.keys(noted.tables)
    console.log(
      `${names.length} tables, ${noted.bytes} MB: full ${took.full} s, incremental ${took.incremental} s, restore ${took.restore} s, until it writes again ${took.start} s; ${different.length === 0 ? 'every table as it was' : `different: ${different.join(', ')}`}`,
    )
    return { passed: names.length - different.length, failed: different.length }
  } finally {
    place.stop()
    rmSync(place.folder, { recursive: true, force: true })
  }
}

async function layOut(programs, pgBackRest) {
  const folder = mkdtempSync(join(tmpdir(), 'quaff-point-in-time-'))
  chmodSync(folder, 0o700)
  const data = join(folder, 'data')
  const port = await findFreePort()
  const config = join(folder, 'pgbackrest.conf')
  const own = ['log', 'lock', 'repository'].map((name) => join(folder, name))
  for (const path of own) mkdirSync(path)
  writeFileSync(
    config,
    `[global]
repo1-path=${folder}/repository
repo1-retention-full=2
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=${randomBytes(36).toString('base64')}
log-path=${folder}/log
lock-path=${folder}/lock
start-fast=y
[quaff]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${folder}
pg1-user=quaff
`,
  )
  if (programs.user) orThrow(spawnSync('chown', ['-R', programs.user, folder]))
  const run = (command) => orThrow(runAs(programs.user, command, folder))
  const backRest = (words) => run(`${pgBackRest} --config=${config} --stanza=quaff --log-level-console=error ${words}`)
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'archive_mode=on',
    `archive_command='${pgBackRest} --config=${config} --stanza=quaff archive-push %p'`,
  ]
  const start = () => run(`${programs.pgCtl} -D ${data} -l ${folder}/log/postgres -w -t 60 start`)
  return {
    folder,
    data,
    url: `postgres://quaff@127.0.0.1:${port}/quaff`,
    backRest,
    start,
    stop: () => void runAs(programs.user, `${programs.pgCtl} -D ${data} -m immediate stop`, folder),
    async begin() {
      run(`${programs.initdb} -D ${data} -U quaff -A trust -E UTF8 --locale=C.UTF-8`)
      const lines = settings.map((line) => line.replace(/^(\w+)=(?!')(.*)$/, "$1='$2'"))
      writeFileSync(join(data, 'postgresql.auto.conf'), `${[`port=${port}`, ...lines].join('\n')}\n`)
      start()
      run(`${programs.createdb} -h 127.0.0.1 -p ${port} -U quaff quaff`)
      backRest('stanza-create')
      backRest('check')
    },
  }
}

/** New rows and changed ones. */
async function change(url, note) {
  await inDatabase(url, async (client) => {
    await client.query(
      `insert into rate_limits (key, window_started_at, count) select $1 || n, now(), n from generate_series(1, 5000) n`,
      [note],
    )
    await client.query(`update merchants set updated_at = now() where id in (select id from merchants limit 10)`)
  })
}

/** The state of the moment, once its log is archived. */
async function readMoment(url) {
  const tables = await readTables(url)
  return inDatabase(url, async (client) => {
    const { rows } = await client.query(
      `select clock_timestamp()::text as at, pg_database_size(current_database()) / 1048576 as mb`,
    )
    // Separates later writes from the moment by time.
    await wait(1_000)
    return { tables, at: rows[0].at, bytes: Number(rows[0].mb) }
  })
}

async function makeMistake(url) {
  await inDatabase(url, async (client) => {
    await client.query('truncate subscriptions cascade')
    await client.query('delete from rate_limits')
    const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as last')
    const deadline = Date.now() + archivedMs
    for (;;) {
      const archived = await client.query('select last_archived_wal as name from pg_stat_archiver')
      if ((archived.rows[0].name ?? '') >= rows[0].last) return
      if (Date.now() > deadline) throw new Error('The log wasn’t archived.')
      await wait(100)
    }
  })
}

/** Cuts the largest file of tables and fills another with noise. */
function damage(data) {
  const base = join(data, 'base')
  const files = readdirSync(base, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const [largest, second] = files.toSorted((a, b) => statSync(b).size - statSync(a).size)
  truncateSync(largest, 8_192)
  writeFileSync(second, randomBytes(8_192))
  rmSync(join(data, 'global', 'pg_control'))
}

async function readTables(url) {
  return inDatabase(url, async (client) => {
    const { rows } = await client.query(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
    )
    const tables = {}
    for (const { name } of rows) {
      const hashed = await client.query(
        `select count(*) || ':' || coalesce(md5(string_agg(md5(t::text), '' order by t::text)), '') as hash from "${name}" t`,
      )
      tables[name] = hashed.rows[0].hash
    }
    return tables
  })
}

async function isPromoted(url) {
  return inDatabase(url, async (client) => {
    const { rows } = await client.query('select pg_is_in_recovery() as recovering')
    return !rows[0].recovering
  }).catch(() => false)
}

async function inDatabase(url, work) {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function runServer({ folder, url }, args) {
  const env = { ...process.env, LOG_LEVEL: 'error', DATABASE_URL: url, DATA_DIR: join(folder, 'own') }
  const result = spawnSync(process.execPath, ['dist/server/main.js', ...args], {
    cwd: rootFolder,
    env,
    encoding: 'utf8',
  })
  if (result.status !== 0)
    throw new Error(`${args.join(' ')} ended with ${result.status}: ${result.stdout}${result.stderr}`)
}

const secondsSince = (startedAt) => Math.round((performance.now() - startedAt) / 100) / 10

function timed(work) {
  const startedAt = performance.now()
  work()
  return secondsSince(startedAt)
}

async function timedAsync(begin, isDone) {
  const startedAt = performance.now()
  begin()
  while (!(await isDone())) {
    if (performance.now() - startedAt > longestMs) throw new Error('The restored database didn’t start to write.')
    await wait(50)
  }
  return secondsSince(startedAt)
}

function runAs(user, command, cwd) {
  const [program, args] = user ? ['su', [user, '-s', '/bin/sh', '-c', command]] : ['sh', ['-c', command]]
  // Output to pipes would be held open by the server that pg_ctl leaves behind.
  return spawnSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'], timeout: longestMs })
}

function orThrow(result) {
  if (result.status !== 0) throw new Error(`It ended with ${result.status}: ${result.stderr || result.error?.message}`)
}
