import { chromium } from '@playwright/test'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { rootFolder } from '../../scripts/setup/root-folder.mjs'
import { findChromium } from '../../scripts/testing/services/find-chromium.mjs'

/**
 * `node lab/bench/public-pages.mjs [--rounds=5] [--latency=40] [--origin=http://127.0.0.1:4310]` after `npm run build`: Largest
 * Contentful Paint of the public pages from our own server, each time with an empty cache, with a processor four times
 * slower and 9 Mbit/s. `latency` is added to every request, in milliseconds. Fails above the goal.
 */
const flags = Object.fromEntries(process.argv.slice(2).map((one) => one.replace(/^--/, '').split('=')))
const { rounds = '5', latency = '40' } = flags
const goalMs = 1200
const cpuSlowdown = 4
const bytesPerSecond = (9 * 1_000_000) / 8
const pages = ['/', '/partners', '/terms', '/privacy', '/affiliate']
const widths = [390, 1440]
const port = 4620

const server = flags.origin ? undefined : await startServer()
const origin = flags.origin ?? `http://127.0.0.1:${port}`
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
try {
  console.log(`\nLCP in ms, min/median/max of ${rounds}; CPU ${cpuSlowdown}x, 9 Mbit/s, ${latency} ms a request\n`)
  console.log(`| page | ${widths.map((width) => `${width} px`).join(' | ')} |\n|---|${'---|'.repeat(widths.length)}`)
  for (const path of pages) {
    const cells = []
    for (const width of widths) cells.push(await measure(path, width))
    console.log(`| ${path} | ${cells.join(' | ')} |`)
  }
} finally {
  await browser.close()
  await server?.stop()
}

async function measure(path, width) {
  const times = []
  for (let round = 0; round < Number(rounds); round += 1) times.push(await paintTime(path, width))
  times.sort((a, b) => a - b)
  const median = times[Math.floor(times.length / 2)]
  if (median > goalMs) process.exitCode = 1
  return [times[0], median, times.at(-1)].map((time) => time.toFixed(0)).join('/')
}

async function paintTime(path, width) {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: Number(latency),
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    await page.waitForTimeout(500)
    return await page.evaluate(
      () =>
        new Promise((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          })
        }),
    )
  } finally {
    await context.close()
  }
}

async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'quaff-pages-'))
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder }
  const child = spawn(process.execPath, ['dist/server/main.js', 'start'], { cwd: rootFolder, env, stdio: 'ignore' })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 120; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) return { stop }
    await wait(500)
  }
  await stop()
  throw new Error('The server did not start.')
}
