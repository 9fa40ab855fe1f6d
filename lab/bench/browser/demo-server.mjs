import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { rootFolder } from '../../../scripts/setup/root-folder.mjs'
import { findFreePort } from '../../../scripts/testing/services/find-free-port.mjs'

const startMs = 120_000

/** The built server on a new embedded database with the demo data. */
export async function startDemoServer() {
  const folder = mkdtempSync(join(tmpdir(), 'quaff-browser-'))
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'error' }
  const args = ['dist/server/main.js', 'start']
  const child = spawn(process.execPath, args, { cwd: rootFolder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (text) => (printed += text))
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
  const deadline = performance.now() + startMs
  while (child.exitCode === null && performance.now() < deadline) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    const account = findAccount(printed)
    if (answer?.ok && account) return { origin, stop, account }
    await wait(200)
  }
  await stop()
  throw new Error(`The server did not start, or printed no sign-in of an administrator:\n${printed}`)
}

/** The server prints its demo sign-ins: role, address and password in one line each. */
function findAccount(printed) {
  const [, email, password] = /administrator\s+(\S+@\S+)\s+(\S+)/i.exec(printed) ?? []
  return email && password ? { email, password } : undefined
}

/** Signs in through the form, as a person does: the cookie and what the console keeps in the browser. */
export async function signInOnce(browser, { origin, account: { email, password } }) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${origin}/auth/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}
