import { chromium } from '@playwright/test'
import { buildIfStale } from '../../scripts/setup/build-if-stale.mjs'
import { findChromium } from '../../scripts/testing/services/find-chromium.mjs'
import { signInOnce, startDemoServer } from './browser/demo-server.mjs'
import { measureInteractions } from './browser/interactions.mjs'
import { measureOpening } from './browser/opening.mjs'

/**
 * Measures how the console opens and responds for an administrator, on an embedded server with demo data; each round
 * starts with an empty cache. `--slow` is a four times slower CPU, 9 Mbit/s and 60 ms latency, `--requests` lists the
 * requests of the first round, and `--goals` fails above the goals. Prints min/median/max.
 * @example node lab/bench/browser.mjs [--rounds=3] [--slow] [--requests] [--only=/dashboard] [--goals]
 */
const flags = Object.fromEntries(
  process.argv.slice(2).map((one) => {
    const [name, value = 'true'] = one.replace(/^--/, '').split('=')
    return [name, value]
  }),
)
const slow = flags.slow === 'true'
const rounds = Number(flags.rounds ?? 3)

const openings = [
  { path: '/dashboard', next: '/merchants' },
  { path: '/merchants', next: '/dashboard' },
].filter(({ path }) => !flags.only || path === flags.only)

const goals = {
  'requests, cold': 16,
  'requests after ready': 1,
  'JavaScript until ready, KB': 160,
  'ready, ms': slow ? 1800 : 700,
  'first navigation, ms': 500,
  'repeat navigation, ms': 150,
  'longest task after first paint, ms': slow ? Infinity : 50,
}
const interactionGoalMs = 200

await buildIfStale()
const server = await startDemoServer()
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
try {
  const state = await signInOnce(browser, server)
  const opened = new Map(openings.map(({ path }) => [path, []]))
  const answered = []
  for (let round = 0; round < rounds; round += 1) {
    for (const opening of openings) {
      const listed = flags.requests === 'true' && round === 0
      opened.get(opening.path).push(await measureOpening(browser, { ...opening, ...server, state, slow, listed }))
    }
    if (!flags.only || flags.only === 'interactions')
      answered.push(await measureInteractions(browser, { ...server, state, slow }))
  }
  print(opened, answered)
} finally {
  await browser.close()
  await server.stop()
}

function print(opened, answered) {
  const profile = slow ? 'CPU 4x slower, 9 Mbit/s, 60 ms a request' : 'no slowing down'
  console.log(`\nmin/median/max of ${rounds}; ${profile}\n`)
  for (const [path, figures] of opened) printTable(path, figures, goals)
  if (answered.length > 0) printTable('interaction to next paint, ms', answered, {}, interactionGoalMs)
}

function printTable(title, figures, limits, limitOfAll) {
  console.log(`| ${title} | min/median/max | goal |\n|---|---|---|`)
  for (const name of Object.keys(figures[0])) {
    const values = figures.map((one) => one[name]).sort((a, b) => a - b)
    const spread = [values[0], values[Math.floor(values.length / 2)], values.at(-1)]
    const limit = limits[name] ?? limitOfAll
    if (flags.goals && limit !== undefined && spread[1] > limit) process.exitCode = 1
    console.log(`| ${name} | ${spread.map((value) => value.toFixed(0)).join('/')} | ${limit ?? '–'} |`)
  }
  console.log()
}
