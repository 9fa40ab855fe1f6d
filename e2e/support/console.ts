import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { demoAccounts } from '@quaff/database/demo/accounts'

/** Refused requests are a part of some journeys; the browser logs each. Anything else on the console fails the test. */
const expectedLog = /^Failed to load resource: /

export const test = base.extend<{ quietConsole: void }>({
  quietConsole: [
    async ({ context }, use) => {
      const complaints: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error' && !expectedLog.test(message.text())) complaints.push(message.text())
      })
      context.on('weberror', (error) => complaints.push(error.error().message))
      await use()
      expect(complaints, 'errors on the browser console').toEqual([])
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

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
const opened = new Map<DemoLabel, Cookies>()

/** Through the form once per account; later with the session that this opened, since sign-ins are limited per minute. */
export async function signIn(page: Page, label: DemoLabel): Promise<void> {
  const cookies = opened.get(label)
  const form = page.getByRole('form', { name: 'Sign in' })
  if (cookies) {
    await page.context().addCookies(cookies)
    await page.goto('/dashboard')
    // A session that another test ended leads to the form.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  if (!cookies || (await form.isVisible())) await signInThroughForm(page, label)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function signInThroughForm(page: Page, label: DemoLabel): Promise<void> {
  const { email, password } = demoAccount(label)
  await page.goto('/auth/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
  opened.set(label, await page.context().cookies())
}

export type ReceivedMail = { to: string[]; replyTo: string[]; subject: string; text: string; html: string }

/** The newest mail to an address, waited for. `seen`: so many like it came before, and none of them is meant. */
export async function readMail(to: string, subject?: RegExp, { seen = 0 } = {}): Promise<ReceivedMail> {
  let found: ReceivedMail | undefined
  await expect
    .poll(
      async () => {
        found = (await listMails(to, subject)).slice(seen).at(-1)
        return found !== undefined
      },
      { timeout: 15_000, message: `a mail to ${to}` },
    )
    .toBe(true)
  if (!found) throw new Error(`No mail to ${to}`)
  return found
}

/** What came to an address so far, oldest first. */
export async function listMails(to: string, subject?: RegExp): Promise<ReceivedMail[]> {
  const answer = await fetch(`${process.env['E2E_MAILBOX_URL']}/?to=${encodeURIComponent(to)}`)
  const mails = (await answer.json()) as ReceivedMail[]
  return mails.filter((mail) => !subject || subject.test(mail.subject))
}

export function linkIn(mail: ReceivedMail): string {
  const link = /https?:\/\/\S+token=[\w-]+/.exec(mail.text)?.[0]
  if (!link) throw new Error(`No link in: ${mail.text}`)
  return link
}

const themes = ['light', 'dark'] as const
const widths = [1440, 390] as const

/**
 * Screenshots at both widths in both schemes, kept as artifacts; axe finds nothing in any of them. `brief`: wide in light
 * and narrow in dark, for parts of a screen that is looked at in full elsewhere.
 */
export async function inspectScreen(page: Page, name: string, { brief = false } = {}): Promise<void> {
  const before = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const width of widths) {
      if (brief && (theme === 'light') !== (width === 1440)) continue
      await page.setViewportSize({ width, height: 900 })
      await page.waitForTimeout(250)
      await page.screenshot({ path: `../artifacts/screens/${name}-${width}-${theme}.png`, fullPage: true })
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, `${name} at ${width} scrolls sideways`).toBeLessThanOrEqual(0)
      const { violations } = await new AxeBuilder({ page }).analyze()
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

/** The README's pictures: rewritten only on request, so that a test run leaves the work tree as it was. */
export async function keepForReadme(page: Page, name: string): Promise<void> {
  if (process.env['README_SCREENSHOTS'] !== '1') return
  await page.screenshot({ path: `../docs/screenshots/${name}.png` })
}
