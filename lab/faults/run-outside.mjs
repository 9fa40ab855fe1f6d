import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildIfStale } from '../../scripts/setup/build-if-stale.mjs'
import { findFreePort } from '../../scripts/testing/services/find-free-port.mjs'
import { startBucket } from './outside/bucket.mjs'
import { startMailServer } from './outside/mail-server.mjs'
import { accountOf, call, end, finish, signIn, start } from './server.mjs'
import { uploadLogo } from './server.mjs'

const slowMs = 31_000
const mailsEach = 4
const modes = ['slow', 'dead', 'full']
const faultMs = 45_000
const deliveredMs = 20 * 60_000
/** A call that looks, while what is outside is away; many times what it takes, and far from what those outside take. */
const fastMs = 2_000

/**
 * Mail server and bucket become slow (31 s per answer), dead and full, together, for 45 s each. Calls must stay fast,
 * uploads succeed or fail clearly, the logo must return, doctor and metrics must report it, and each email must
 * arrive once.
 */
export async function runOutside() {
  await buildIfStale()
  const folder = mkdtempSync(join(tmpdir(), 'quaff-outside-'))
  const [port, mailPort] = [await findFreePort(), await findFreePort()]
  const origin = `http://127.0.0.1:${port}`
  const mail = await startMailServer(mailPort, slowMs)
  const bucket = await startBucket(join(folder, 's3'), slowMs)
  const place = {
    PORT: String(port),
    BASE_URL: origin,
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'faults@quaff.test',
    ...bucket.settings,
  }
  const faults = []
  const expect = (isTrue, text) => isTrue || faults.push(text)
  let server
  try {
    server = await start(place, origin)
    const session = await signIn(origin, await accountOf(server))
    const merchants = await ask(origin, session, 'merchants/list', { limit: 10 })
    const [first, ...others] = merchants.rows.map(({ id }) => id)
    const kept = await uploadLogo(origin, session, first)
    expect(kept.status === 200, `the first logo was answered with ${kept.status}`)
    const address = kept.body.logo?.url
    let invited = await invite(origin, session)
    for (const mode of modes) {
      await mail.become(mode)
      bucket.state.mode = mode
      invited += await invite(origin, session)
      const uploading = uploadLogo(origin, session, others.shift())
      const reading = readLogo(origin, address)
      const slowest = await lookFor(faultMs, origin, session)
      const unsent = await metric(origin, 'mails_unsent')
      const told = await doctor(place, folder)
      await mail.become('ok')
      bucket.state.mode = 'ok'
      const [stored, read] = [await uploading, await reading]
      console.log(
        `${mode}: slowest call ${Math.round(slowest)} ms, unsent ${unsent}, upload ${describe(stored)}, logo ${describe(read)}, doctor ${told}`,
      )
      expect(slowest < fastMs, `${mode}: a call took ${Math.round(slowest)} ms`)
      expect(unsent >= mailsEach, `${mode}: the metric reports ${unsent} unsent emails`)
      for (const answer of [stored, read])
        expect(answer.status === 200 || answer.body.reason === 'FILE_STORE', `${mode}: answered ${describe(answer)}`)
      expect(
        mode === 'full' ? stored.status === 503 : stored.status === 200,
        `${mode}: the upload was ${stored.status}`,
      )
      expect(/files ✗/.test(told) && (mode === 'full' || /mail ✗/.test(told)), `${mode}: the doctor says ${told}`)
      expect((await readLogo(origin, address)).status === 200, `${mode}: the logo is missing`)
    }
    const from = performance.now()
    while ((await metric(origin, 'mails_unsent')) > 0 && performance.now() - from < deliveredMs) await wait(500)
    const { received } = mail.state
    console.log(
      `${invited} emails, ${received.length} delivered, all ${Math.round((performance.now() - from) / 1_000)} s after the last fault`,
    )
    expect(
      received.length === invited && new Set(received).size === invited,
      `${received.length} of ${invited} emails, ${new Set(received).size} different`,
    )
    for (const fault of faults) console.log(fault)
    return { passed: faults.length === 0 ? modes.length : 0, failed: faults.length }
  } finally {
    if (server) await end(server)
    await bucket.close()
    await mail.close().catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ask(origin, session, procedure, input) {
  const answer = await call(origin, session, procedure, input)
  if (!answer.ok) throw new Error(`${procedure}: ${await answer.text()}`)
  return (await answer.json()).json
}

/** Number of emails. */
async function invite(origin, session) {
  for (let count = 0; count < mailsEach; count += 1)
    await ask(origin, session, 'users/invite', { email: `${randomUUID()}@outside.test`, role: 'quaff_admin' })
  return mailsEach
}

/** The slowest of all calls that look, until the time is over. */
async function lookFor(milliseconds, origin, session) {
  let slowest = 0
  for (const endsAt = performance.now() + milliseconds; performance.now() < endsAt; await wait(200)) {
    const from = performance.now()
    await ask(origin, session, 'users/list', { limit: 25 })
    slowest = Math.max(slowest, performance.now() - from)
  }
  return slowest
}

async function readLogo(origin, address) {
  const answer = await fetch(`${origin}${address}`)
  return { status: answer.status, body: answer.ok ? {} : await answer.json() }
}

const describe = ({ status, body }) => `${status}${body.reason ? ` ${body.reason}` : ''}`

async function metric(origin, name) {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
}

/** The doctor's output on email and files. */
async function doctor(place, folder) {
  const said = await finish({ ...place, DATA_DIR: join(folder, 'data') }, ['doctor']).catch(({ message }) => message)
  return [...said.matchAll(/^([✓!✗])\s+(mail|files)\b/gm)].map(([, state, name]) => `${name} ${state}`).join(', ')
}
