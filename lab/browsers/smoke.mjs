import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { missingPrograms, openFirefox, openWebKit, until } from './drive.mjs'

/**
 * Walks through the console with demo data in Firefox and WebKit: sign-in, search, a sheet, the palette, a composed
 * word, ten screens, a page with replaced texts, sign-out and Back. Needs a running server (`npm start`) and Debian's
 * firefox-esr, webkit2gtk-driver and xvfb. Exits with 1 if a step fails, and names the browsers that are missing.
 * @example node lab/browsers/smoke.mjs --url=http://127.0.0.1:3001 [--only=firefox]
 */
const { values: flags } = parseArgs({
  options: { url: { type: 'string', default: 'http://127.0.0.1:3001' }, only: { type: 'string' } },
})
const openers = { firefox: openFirefox, webkit: openWebKit }
const keyCodes = { control: '\uE009', escape: '\uE00C', enter: '\uE007' }
const screens = [
  '/users',
  '/waitlists',
  '/affiliates',
  '/analytics',
  '/payouts',
  '/plans/promotions',
  '/merchant-signup-forms',
  '/settings?tab=health',
  '/settings?tab=audit',
  '/dashboard',
]

let failed = 0

async function walk(browser) {
  console.log(browser.version)
  const step = async (label, run) => {
    try {
      const seen = await run()
      console.log(`  passed  ${label}${seen ? `: ${seen}` : ''}`)
    } catch (error) {
      failed += 1
      console.log(`  failed  ${label}: ${error.message}`)
    }
  }
  for (const [label, run] of Object.entries(stepsIn(browser))) await step(label, run)
  for (const path of screens) await step(path, () => readScreen(browser, path))
  await step('a page with replaced texts can be filtered', () => filterReplaced(browser))
  await step('after sign-out, Back shows nothing', () => leave(browser))
  await browser.close()
}

const pressed = (value) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
]
const press = (browser, actions) => browser.act([{ type: 'key', id: 'keyboard', actions }])
const typed = (text) => [...text].flatMap(pressed)
const type = (browser, text) => press(browser, typed(text))
const openPalette = [
  { type: 'keyDown', value: keyCodes.control },
  ...pressed('k'),
  { type: 'keyUp', value: keyCodes.control },
]

/** Clicks the element that a script returns, as soon as there is one. */
async function click(browser, script) {
  const { x, y } = await until(() =>
    browser.run(`const element = (() => { ${script} })()
      if (!element) return null
      element.scrollIntoView({ block: 'center' })
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }`),
  )
  const actions = [
    { type: 'pointerMove', duration: 0, x, y },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  await browser.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
}

const labelled = (label) =>
  `return [...document.querySelectorAll('label')].find((found) => found.textContent.replace('*', '').trim() === '${label}')?.control`
const search = 'return document.querySelector("input[type=search]")'
const rows = 'return document.querySelectorAll("[data-row-id]").length'
const palette = 'return document.querySelector("[role=dialog] [role=combobox]")?.value ?? null'
const heading = 'return document.querySelector("main h1")?.textContent'

const stepsIn = (browser) => ({
  'signs in': async () => {
    await browser.go(`${flags.url}/auth/login`)
    await click(browser, labelled('Email'))
    await type(browser, 'admin@quaff.test')
    await click(browser, labelled('Password'))
    await type(browser, 'Oat-Cortado-Harbour-41')
    await press(browser, pressed(keyCodes.enter))
    await until(async () => (await browser.run('return location.pathname')) === '/dashboard')
    return until(() => browser.run(heading))
  },
  'searches merchants': async () => {
    await browser.go(`${flags.url}/merchants`)
    await until(() => browser.run(rows))
    await click(browser, search)
    await type(browser, 'tide')
    await until(async () => (await browser.run('return location.search')).includes('q=tide'))
    return `${await until(() => browser.run(rows))} rows`
  },
  'opens a sheet, and Back closes it': async () => {
    await click(browser, 'return document.querySelector("[data-row-link]")')
    const title = await until(() => browser.run('return document.querySelector("[role=dialog] h2")?.textContent'))
    await browser.back()
    await until(async () => !(await browser.run('return document.querySelector("[role=dialog]") !== null')))
    return title
  },
  'takes all letters typed right after Ctrl+K': async () => {
    await press(browser, [...openPalette, ...typed('settings')])
    await until(async () => (await browser.run(palette)) === 'settings')
    await press(browser, pressed(keyCodes.escape))
  },
  'opens nothing by the Enter of an input method': async () => {
    await press(browser, openPalette)
    await until(() => browser.run('return document.activeElement?.getAttribute("role") === "combobox"'))
    await type(browser, 'users')
    const address = await browser.run('return location.href')
    await browser.run(`for (const state of [{ keyCode: 229 }, { isComposing: true }])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...state }))`)
    await wait(300)
    const isOpen = (await browser.run(palette)) !== null
    await press(browser, pressed(keyCodes.escape))
    if (!isOpen || address !== (await browser.run('return location.href'))) throw new Error('something was opened')
  },
})

/** Looks for errors, failed panels and sideways scrolling. */
async function readScreen(browser, path) {
  await browser.go(flags.url + path)
  await browser.run('window.seen = []; addEventListener("error", ({ message }) => window.seen.push(message))')
  const title = await until(() => browser.run(heading))
  await wait(1_000)
  const { text, wider, seen } = await browser.run(`const { scrollWidth, clientWidth } = document.documentElement
    return { text: document.body.innerText, wider: scrollWidth - clientWidth, seen: window.seen }`)
  if (/could not be shown|Couldn’t/.test(text)) throw new Error('a panel failed')
  if (wider > 0) throw new Error(`scrolls sideways by ${wider} px`)
  if (seen.length > 0) throw new Error(seen.join(', '))
  return title
}

/** Page translation replaces the text nodes that React holds. */
async function filterReplaced(browser) {
  await browser.go(`${flags.url}/users`)
  await until(() => browser.run(rows))
  await wait(1_000)
  await browser.run(`const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) if (text.data.trim() && !text.parentElement.closest('script, style, textarea'))
      text.replaceWith(document.createTextNode(text.data))`)
  await click(browser, search)
  await type(browser, 'noor')
  await until(async () => (await browser.run('return location.search')).includes('q=noor'))
  await wait(1_000)
  if (/could not be shown/.test(await browser.run('return document.body.innerText'))) throw new Error('the page failed')
}

async function leave(browser) {
  await browser.go(`${flags.url}/users`)
  await until(() => browser.run(rows))
  await click(
    browser,
    'return [...document.querySelectorAll("button")].find((button) => /quaff admin/i.test(button.ariaLabel + button.textContent))',
  )
  const signOut = '[...document.querySelectorAll("[role=menuitem]")].find((item) => /Sign out/.test(item.textContent))'
  await until(() => browser.run(`return ${signOut} !== undefined`))
  await browser.run(`${signOut}.click()`)
  await until(async () => (await browser.run('return location.pathname')).startsWith('/auth/'))
  for (let times = 0; times < 3; times += 1) {
    await browser.back()
    await wait(500)
    if ((await browser.run('return document.body.innerText')).includes('@quaff.test'))
      throw new Error('shows the former person')
  }
}

for (const [name, open] of Object.entries(openers)) {
  if (flags.only && flags.only !== name) continue
  const missing = missingPrograms(name)
  if (missing.length > 0) console.log(`${name}: not run, ${missing.join(' and ')} missing`)
  else await walk(await open())
}
process.exit(failed > 0 ? 1 : 0)
