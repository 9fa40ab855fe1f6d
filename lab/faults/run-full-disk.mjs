import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildIfStale } from '../../scripts/setup/build-if-stale.mjs'
import { findFreePort } from '../../scripts/testing/services/find-free-port.mjs'
import { startPrivatePostgres } from '../../scripts/testing/services/start-private-postgres.mjs'
import { deliver } from '../cluster/load/clients.mjs'
import { accountOf, begin, call, end, finish, makeKey, query, signIn, start } from './server.mjs'
import { uploadLogo } from './server.mjs'

const diskMegabytes = 400
const writers = 5
const fullMs = 20_000
const restartMs = 1_000
const rounds = 3

/**
 * The disk of data folder and database (a 400 MB tmpfs, so Linux and root only) fills up under five writers, three
 * times for twenty seconds. No response may be a server error, acknowledged writes must exist, and writing must
 * resume, with dead processes restarted. `programs`: PostgreSQL on that disk; without them the embedded database.
 */
export async function runFullDisk(programs) {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return { notRun: 'a small disk needs root, on Linux' }
  await buildIfStale()
  const disk = mkdtempSync(join(tmpdir(), 'quaff-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', disk], {
    encoding: 'utf8',
  })
  if (mounted.status !== 0) return { notRun: `no small disk could be made: ${mounted.stderr.trim()}` }
  let postgres
  let server
  try {
    postgres = programs && (await startPostgresOn(disk, programs))
    const port = await findFreePort()
    const origin = `http://127.0.0.1:${port}`
    const place = { PORT: String(port), BASE_URL: origin, DATA_DIR: join(disk, 'data') }
    if (postgres) place.DATABASE_URL = postgres.url
    const first = await start(place, origin)
    const session = await signIn(origin, await accountOf(first))
    const key = await makeKey(origin, session)
    const { json: merchants } = await (await call(origin, session, 'merchants/list', { limit: 5 })).json()
    server = supervise(first, place, postgres)
    const faults = []
    const acked = []
    for (let round = 0; round < rounds; round += 1) {
      const writing = writeOn(origin, key)
      await waitFor(() => writing.acked.length > 20, 'nothing was written before the disk was full')
      const give = fill(disk)
      const uploaded = await uploadLogo(origin, session, merchants.rows[round].id).catch(({ message }) => ({
        status: 0,
        body: { reason: message },
      }))
      await wait(fullMs)
      give()
      const count = writing.acked.length
      const from = performance.now()
      await waitFor(
        () => writing.acked.length > count + 20,
        `nothing was written after there was room:\n${server.said()}`,
      )
      const back = performance.now() - from
      await writing.stop()
      acked.push(...writing.acked)
      const answers = [...writing.answers].map(([answer, times]) => `${answer} × ${times}`).join(', ')
      console.log(
        `${answers}; upload ${uploaded.status} ${uploaded.body.reason ?? ''}; writes back after ${(back / 1_000).toFixed(1)} s, ${server.restarts()} new starts`,
      )
      for (const answer of writing.answers.keys())
        if (!isHonest(answer)) faults.push(`a write was answered with ${answer}`)
      if (![200, 503, 0].includes(uploaded.status)) faults.push(`an upload was answered with ${uploaded.status}`)
    }
    const lost = acked.length - (await countKnown(origin, key, acked))
    if (lost > 0) faults.push(`${lost} of ${acked.length} acknowledged writes are lost`)
    await server.stop()
    await finish(place, ['aggregates', '--check'])
    await finish(place, ['verify-audit'])
    console.log(`${acked.length} writes acknowledged, ${lost} lost`)
    for (const fault of faults) console.log(fault)
    return { passed: faults.length === 0 ? rounds : 0, failed: faults.length }
  } finally {
    await server?.stop()
    postgres?.stop()
    spawnSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true, force: true })
  }
}

/** Refused in words, or no answer from a server that is just starting. */
const isHonest = (answer) => /^(200|503 (DISK_FULL|DATABASE)|no answer)/.test(answer)

async function startPostgresOn(disk, programs) {
  const before = process.env.TMPDIR
  process.env.TMPDIR = disk
  // The user of PostgreSQL has to come through.
  spawnSync('chmod', ['755', disk])
  try {
    return await startPrivatePostgres(programs, ['max_wal_size=64MB', 'min_wal_size=32MB'])
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

/** Restarts a dead process after a second, like a service manager. */
function supervise(first, place, postgres) {
  let [child, restarts, isOver] = [first, 0, false]
  const look = async () => {
    while (!isOver) {
      await wait(restartMs)
      // A recovering database refuses too; a stopped one accepts no connections.
      if (postgres && (await isGone(postgres.url))) postgres.restart()
      if (isOver || (child.exitCode === null && child.signalCode === null)) continue
      restarts += 1
      child = begin(place, ['start'])
    }
  }
  const looking = look()
  return {
    restarts: () => restarts,
    said: () => child.said(),
    async stop() {
      if (isOver) return
      isOver = true
      await looking
      await end(child)
    },
  }
}

const isGone = (url) =>
  query(url, 'select 1').then(
    () => false,
    ({ code }) => code === 'ECONNREFUSED',
  )

/** Leaves not a byte; returns how to give it all back. */
function fill(disk) {
  mkdirSync(join(disk, 'ballast'), { recursive: true })
  const path = join(disk, 'ballast', randomUUID())
  const file = openSync(path, 'w')
  for (let size = 1_048_576; size >= 1;) {
    try {
      if (writeSync(file, Buffer.alloc(size)) < size) size = Math.floor(size / 2)
    } catch {
      size = Math.floor(size / 2)
    }
  }
  closeSync(file)
  return () => rmSync(path)
}

function writeOn(origin, key) {
  const result = { acked: [], answers: new Map() }
  let isOver = false
  const note = (answer) => result.answers.set(answer, (result.answers.get(answer) ?? 0) + 1)
  const write = async () => {
    while (!isOver) {
      const id = `dsk_${randomUUID()}`
      const event = { eventId: randomUUID(), occurredAt: new Date().toISOString(), id, email: `${id}@disk.test` }
      try {
        await deliver(origin, key, 'users', [event], AbortSignal.timeout(20_000))
        result.acked.push(event)
        note('200')
      } catch (error) {
        note(error.message)
        await wait(100)
      }
    }
  }
  const work = Promise.all(Array.from({ length: writers }, write))
  return Object.assign(result, { stop: async () => ((isOver = true), await work) })
}

async function countKnown(origin, key, events) {
  let known = 0
  for (let from = 0; from < events.length; from += 100) {
    const { results } = await deliver(origin, key, 'users', events.slice(from, from + 100), AbortSignal.timeout(20_000))
    known += results.filter(({ outcome }) => outcome === 'duplicate').length
  }
  return known
}

async function waitFor(isTrue, otherwise) {
  for (const deadline = Date.now() + 90_000; !isTrue(); await wait(50))
    if (Date.now() > deadline) throw new Error(otherwise)
}
