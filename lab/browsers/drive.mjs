import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Debian's programs. Each may be replaced by an environment variable. */
const programs = {
  firefox: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
  webkit: process.env.WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver',
  screen: '/usr/bin/Xvfb',
  miniBrowser: process.env.MINI_BROWSER ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
}
const needed = { firefox: ['firefox'], webkit: ['webkit', 'screen', 'miniBrowser'] }

/** Returns the programs that a browser lacks on this machine. */
export const missingPrograms = (name) =>
  needed[name].map((program) => programs[program]).filter((file) => !existsSync(file))

/** Repeats a read until it returns something. @throws the last error, or "timeout" */
export async function until(read, milliseconds = 30_000) {
  const end = performance.now() + milliseconds
  for (;;) {
    try {
      const value = await read()
      if (value) return value
    } catch (error) {
      if (performance.now() > end) throw error
    }
    if (performance.now() > end) throw new Error('timeout')
    await wait(200)
  }
}

/** Debian has no geckodriver, so this speaks Marionette, the protocol below it. */
export async function openFirefox() {
  const port = 42_828
  const profile = mkdtempSync(join(tmpdir(), 'quaff-firefox-'))
  writeFileSync(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`)
  const child = spawn(programs.firefox, ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    stdio: 'ignore',
  })
  const socket = await until(() => connected(port))
  const send = commandsOver(socket)
  const { capabilities } = await send('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } })
  await send('WebDriver:SetWindowRect', { width: 1440, height: 950 })
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    go: (url) => send('WebDriver:Navigate', { url }),
    back: () => send('WebDriver:Back'),
    run: async (script) => (await send('WebDriver:ExecuteScript', { script, args: [] })).value,
    act: (actions) => send('WebDriver:PerformActions', { actions }),
    close: () => child.kill(),
  }
}

const connected = (port) =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.on('error', reject)
  })

/** A message is its length, a colon, and `[type, id, name or error, value]`. */
function commandsOver(socket) {
  const waiting = new Map()
  let buffer = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk])
    for (let colon = buffer.indexOf(':'); colon > 0; colon = buffer.indexOf(':')) {
      const end = colon + 1 + Number(buffer.subarray(0, colon))
      if (buffer.length < end) return
      const message = JSON.parse(buffer.subarray(colon + 1, end))
      buffer = buffer.subarray(end)
      if (!Array.isArray(message)) continue
      const [, id, error, value] = message
      if (error) waiting.get(id).reject(new Error(error.message))
      else waiting.get(id).resolve(value)
      waiting.delete(id)
    }
  })
  let last = 0
  return (name, parameters = {}) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      const text = JSON.stringify([0, last, name, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
}

export async function openWebKit() {
  const port = 42_829
  const display = ':97'
  const screen = spawn(programs.screen, [display, '-screen', '0', '1440x1000x24'], { stdio: 'ignore' })
  await wait(1_500)
  const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: '1', LIBGL_ALWAYS_SOFTWARE: '1' }
  const driver = spawn(programs.webkit, [`--port=${port}`], { stdio: 'ignore', env })
  const call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = await response.json()
    if (value?.error) throw new Error(value.message || value.error)
    return value
  }
  await until(() => call('GET', '/status'))
  const options = { binary: programs.miniBrowser, args: ['--automation'] }
  const { sessionId, capabilities } = await call('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })
  const session = `/session/${sessionId}`
  await call('POST', `${session}/window/rect`, { width: 1440, height: 950 })
  return {
    version: `WebKitGTK ${capabilities.browserVersion}`,
    go: (url) => call('POST', `${session}/url`, { url }),
    back: () => call('POST', `${session}/back`, {}),
    run: (script) => call('POST', `${session}/execute/sync`, { script, args: [] }),
    act: (actions) => call('POST', `${session}/actions`, { actions }),
    close: async () => {
      await call('DELETE', session).catch(() => {})
      driver.kill()
      screen.kill()
    },
  }
}
