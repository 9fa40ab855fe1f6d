import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import { demoAccounts } from '@quaff/database/demo/accounts'
import { receivedMails, type ReceivedMail } from './mail-server'
import { OwnServer } from './own-server'
import { storedSession } from './stored-sessions'

export type { ReceivedMail }

/** Refused requests are a part of some journeys; the browser logs each. Anything else on the console fails the test. */
const expectedLog = /^Failed to load resource: /

/** `--trace=on` records by a script in each frame, which the sandboxed frame of an email refuses. */
const refusedRecorder = /^Blocked script execution in 'about:srcdoc'/

export const test = base.extend<{ quietConsole: void; expectedError: RegExp | undefined }, { server: OwnServer }>({
  /** The page error that the journey expects. */
  expectedError: [undefined, { option: true }],
  server: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the parameter's shape
    async ({}, use) => {
      const server = await OwnServer.open()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use, { file }) => {
    await server.openFor(file)
    await use(server.url)
  },
  quietConsole: [
    async ({ context, expectedError }, use) => {
      const complaints: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error' && !expectedLog.test(message.text())) complaints.push(message.text())
      })
      context.on('weberror', (error) => complaints.push(error.error().message))
      await use()
      const isExpected = (complaint: string) => expectedError?.test(complaint) || refusedRecorder.test(complaint)
      const unexpected = complaints.filter((complaint) => !isExpected(complaint))
      expect(unexpected, 'errors on the browser console').toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

export type DemoLabel = 'administrator' | 'owner' | 'viewer'

export function demoAccount(label: DemoLabel): { email: string; password: string } {
  const account = demoAccounts.find((candidate) => candidate.label === label)
  if (!account) throw new Error(`There is no demo account ${label}`)
  return account
}

/** The accessible name includes the pending count: "Users 1 registration waits". */
export function sidebarLink(scope: Page | Locator, label: string): Locator {
  return scope.getByRole('link', { name: new RegExp(`^${label.replaceAll(/[^\w ]/g, String.raw`\$&`)}( |$)`) })
}

/** Sessions opened again in a file of journeys that ended the stored one. */
const renewed = new Map<string, ReturnType<typeof storedSession>>()

/** Opens `address` with the session from before all journeys; signs in by the form if a test has ended it. */
export async function signIn(page: Page, label: DemoLabel, address = '/dashboard'): Promise<void> {
  await page.context().addCookies(renewed.get(`${test.info().file} ${label}`) ?? storedSession(label))
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (!(await page.getByRole('form', { name: 'Sign in' }).isVisible())) return
  await signInThroughForm(page, label)
  if (address !== '/dashboard') await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/**
 * Opens another screen by a link within the console, through a screen without lists that closes overlays. Not for
 * settings pages. Takes a quarter of the time of a reload.
 */
export async function follow(page: Page, address: string): Promise<void> {
  const push = (to: string) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }
  const between = page.getByRole('heading', { level: 1, name: 'Settings', exact: true })
  await page.evaluate(push, '/settings')
  await expect(between).toBeVisible()
  await expect(page.locator('[data-row-id]')).toHaveCount(0)
  await page.evaluate(push, address)
  await expect(between).toBeHidden()
}

/** Signs in through the form, so actions that need a recent sign-in do not request the password for five minutes. */
export async function signInThroughForm(page: Page, label: DemoLabel): Promise<void> {
  const { email, password } = demoAccount(label)
  await page.goto('/auth/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
  renewed.set(`${test.info().file} ${label}`, await page.context().cookies())
}

/** Chooses a radio that is covered by its card, once animations have ended. */
export async function chooseCard(scope: Locator, name: RegExp): Promise<void> {
  const radio = scope.getByRole('radio', { name })
  await scope
    .locator('label')
    .filter({ has: scope.page().getByRole('radio', { name }) })
    .click()
  await expect(radio).toBeChecked()
}

/** Waits for the newest email to an address. `seen` is the number of earlier matching emails to skip. */
export async function readMail(to: string, subject?: RegExp, { seen = 0 } = {}): Promise<ReceivedMail> {
  let found: ReceivedMail | undefined
  await expect
    .poll(
      async () => {
        found = (await listMails(to, subject)).slice(seen).at(-1)
        return found !== undefined
      },
      { message: `a mail to ${to}` },
    )
    .toBe(true)
  if (!found) throw new Error(`No mail to ${to}`)
  return found
}

/** Emails to an address so far, oldest first. */
export async function listMails(to: string, subject?: RegExp): Promise<ReceivedMail[]> {
  return (await receivedMails()).filter((mail) => mail.to.includes(to) && (!subject || subject.test(mail.subject)))
}

export function linkIn(mail: ReceivedMail): string {
  const link = /https?:\/\/\S+token=[\w-]+/.exec(mail.text)?.[0]
  if (!link) throw new Error(`No link in: ${mail.text}`)
  return link
}

/** Path of a repository file, independent of the working directory. */
const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))

const themes = ['light', 'dark'] as const
const widths = [1440, 390] as const

/**
 * Takes screenshots at both widths in both schemes, stores them as artifacts, and expects no axe violations. `brief`
 * covers only wide light and narrow dark, for screens that another test inspects fully.
 */
export async function inspectScreen(page: Page, name: string, { brief = false } = {}): Promise<void> {
  const before = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const width of widths) {
      if (brief && (theme === 'light') !== (width === 1440)) continue
      await page.setViewportSize({ width, height: 900 })
      await settle(page)
      await storeScreen(page, `${name}-${width}-${theme}`)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, `${name} at ${width} scrolls sideways`).toBeLessThanOrEqual(0)
      const violations = await findViolations(page, { coloursOnly: theme === 'dark' && !brief })
      expect(
        violations.map(
          (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`,
        ),
        `${name} at ${width} in ${theme}`,
      ).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
  await page.setViewportSize(before)
}

/** Stores a screenshot as an artifact. */
export async function storeScreen(page: Page, name: string): Promise<void> {
  const file = name.replaceAll(/[^\w-]+/g, '-').slice(0, 120)
  await page.screenshot({ path: pathOf(`artifacts/screens/${file}.png`), fullPage: true })
}

/** The color scheme affects only these rules. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Results of passed rules triple the time, as does a second page for combining frames. */
export async function findViolations(page: Page, { coloursOnly = false } = {}) {
  // A frame without scripts answers no asynchronous question, so axe would wait forever.
  const axe = new AxeBuilder({ page })
    .exclude('iframe[sandbox=""]')
    .options({
      resultTypes: ['violations'],
      ...(coloursOnly ? { runOnly: colourRules } : { rules: { 'target-size': { enabled: true } } }),
    })
  const hasFrames = (await page.locator('iframe:not([sandbox=""])').count()) > 0
  const { violations } = await axe.setLegacyMode(!hasFrames).analyze()
  return violations
}

/** Once nothing is still to come; two frames after the new size, and the end of what moves: charts measure themselves, panels slide. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.body.innerText.trim() !== '' && !document.querySelector('[class*="skeleton"], [aria-busy="true"]'),
  )
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    // An animation by scrolling ends only when it is scrolled.
    const moving = document
      .getAnimations()
      .filter(({ timeline }) => timeline instanceof DocumentTimeline)
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.all(moving.map((one) => one.finished.catch(() => undefined)))
    await frame()
  })
}

/** The README's pictures: rewritten only on request, so that a test run leaves the work tree as it was. */
export async function keepForReadme(page: Page, name: string): Promise<void> {
  if (process.env['README_SCREENSHOTS'] !== '1') return
  await page.screenshot({ path: pathOf(`docs/screenshots/${name}.png`) })
}
