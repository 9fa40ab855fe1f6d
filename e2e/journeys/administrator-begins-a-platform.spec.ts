import { expect, test, type Browser, type Page } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspectScreen, linkIn, readMail, settle } from '../support/console'
import { openMailServer } from '../support/mail-server'
import { findFreePort, RunningServer } from '../support/own-server'
import { plugInPasskeyDevice } from '../support/passkey-device'

const program = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))
const password = 'tea-kettle-42'
const people = { ada: 'ada@begin.test', bo: 'bo@begin.test' }

const screens = [
  '/dashboard',
  '/merchants',
  '/waitlists',
  '/analytics',
  '/analytics?tab=redemptions',
  '/affiliates',
  '/merchant-signup-forms',
  '/merchant-signup-forms?tab=submissions',
  '/plans/promotions',
  '/users',
  '/payouts',
  '/payouts?view=all',
  '/payouts?view=runs',
  '/subscriptions',
  '/applications',
  '/locations',
  '/plans',
  '/redemptions',
  '/settings/billing',
  '/settings/branding',
  '/settings?tab=import',
  '/settings?tab=keys',
  '/settings?tab=webhooks',
  '/merchants?desk=true',
  '/plans/promotions?tab=merchant',
]

test('a platform begins with a link on the terminal and ends its checklist with the first live merchant', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'quaff-e2e-begin-'))
  // Browsers create passkeys for this name only.
  const url = `http://localhost:${await findFreePort()}`
  const mail = await openMailServer()
  const env = { BASE_URL: url, SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'Quaff <console@begin.test>' }
  const data = join(folder, 'data')
  let server = new RunningServer(url, env)
  const createAdministrator = () =>
    execFileSync(process.execPath, [program, 'admin', 'create', people.ada], {
      env: { ...process.env, ...env, DATA_DIR: data, PORT: new URL(url).port },
      encoding: 'utf8',
    })
  const restart = async (more: Record<string, string>) => {
    await server.stop()
    server = new RunningServer(url, { ...env, ...more })
    await server.start(data)
  }
  try {
    const printed = createAdministrator()
    expect(printed).toContain(`Sign-in link for ${people.ada} as administrator`)
    expect(printed).toMatch(/works once, until .* UTC \(72 hours\)\. Run this command again for a new link/)
    expect(printed).toContain('No administrator can sign in yet.')
    const [replaced, link] = [linkOf(printed), linkOf(createAdministrator())]
    await server.start(data)
    const ada = await open(browser, url)

    await test.step('a replaced link says so, the new one works once', async () => {
      await ada.goto(replaced)
      await expect(ada.getByText(/replaced by a newer one/)).toBeVisible()
      await activate(ada, link, people.ada)
      await expect(ada.getByText(/\d of 7 done/)).toBeVisible()
      await inspectScreen(ada, 'first-steps')
      const late = await open(browser, url)
      await late.goto(link)
      await expect(late.getByText(/was already used/)).toBeVisible()
      await late.context().close()
    })

    await test.step('no screen of the empty platform shows a zero as a figure or a chart of nothing', async () => {
      for (const address of screens) {
        await ada.goto(address)
        await expect(ada.getByRole('heading', { level: 1 })).toBeVisible()
        await settle(ada)
        expect.soft(await emptyFigures(ada), address).toEqual([])
      }
      await ada.goto('/locations')
      await expect(ada.getByRole('main').getByRole('link', { name: 'Create merchant' })).toBeVisible()
      const main = ada.getByRole('main')
      for (const address of ['/payouts', '/payouts?view=runs', '/analytics?tab=cancellations']) {
        await ada.goto(address)
        await expect(main.getByText(/^No (payouts|subscriptions) yet$/)).toBeVisible()
        const controls = main.getByRole('link').or(main.getByRole('button'))
        await expect(controls, address).toHaveText(['View merchants'])
      }
    })

    await test.step('the zone is chosen by a restart while nothing is counted, and payments are connected', async () => {
      await restart({ PLATFORM_TIME_ZONE: 'Europe/Berlin', STRIPE_WEBHOOK_SECRET: 'whsec_of_the_journey' })
      await ada.goto('/dashboard')
      await expect(line(ada, 'Connect payments')).toContainText('Payments reach this platform.')
      await expect(line(ada, 'Choose time zone and currency')).toContainText('Europe/Berlin')
    })

    const bo = await open(browser, url)
    await test.step('a second administrator is invited, and sees the same list', async () => {
      await ada.goto('/users?action=invite')
      const dialog = ada.getByRole('dialog', { name: 'Invite user' })
      await dialog.getByLabel('Email', { exact: false }).first().fill(people.bo)
      await dialog.locator('label').filter({ hasText: /admin/i }).first().click()
      await dialog.getByRole('button', { name: /^Send invitation|^Invite/ }).click()
      await expect(dialog).toBeHidden()
      await activate(bo, linkIn(await readMail(people.bo)), people.bo)
      await expect(line(bo, 'Deliver emails')).toHaveAttribute('data-done', 'true')
    })

    await test.step('what one does, the other sees without a reload', async () => {
      await ada.goto('/settings?tab=platform')
      await ada.getByLabel('Support email').fill('help@begin.test')
      await ada.getByRole('combobox', { name: 'Default currency' }).fill('EUR')
      await ada.getByRole('option', { name: 'EUR', exact: true }).click()
      await ada.getByRole('button', { name: 'Save changes' }).click()
      await expect(line(bo, 'Add a support email')).toContainText('help@begin.test')
      await expect(line(bo, 'Choose time zone and currency')).toContainText('Europe/Berlin, EUR')
      await addPasskey(ada)
      await expect(line(bo, 'Protect administrators')).toHaveAttribute('data-done', 'true')
    })

    await test.step('the first merchant is created, approved and live', async () => {
      await bo.getByRole('link', { name: 'Create merchant' }).first().click()
      const create = bo.getByRole('dialog', { name: 'Create merchant' })
      await create.getByLabel(/^Name/).fill('First Quay Coffee')
      await create.getByRole('button', { name: 'Create and open' }).click()
      await expect(bo).toHaveURL(/id=mer_/)
      await bo
        .getByRole('button', { name: /^Approve/ })
        .first()
        .click()
      const approve = bo.getByRole('dialog', { name: 'Approve First Quay Coffee?' })
      await approve.getByRole('button', { name: 'Approve', exact: true }).click()
      await expect(approve).toBeHidden()
      await bo.goto('/dashboard')
      await expect(line(bo, 'Add the first merchant')).toHaveAttribute('data-done', 'true')
      await expect(bo.getByText('6 of 7 done')).toBeVisible()
      expect(await emptyFigures(bo)).toEqual([])
      await inspectScreen(bo, 'first-steps-nearly-done')
    })

    await test.step('the list is hidden for all and found again in Settings', async () => {
      await ada.goto('/dashboard')
      await expect(ada.getByText('6 of 7 done')).toBeVisible()
      await bo.getByRole('button', { name: 'Hide checklist' }).click()
      await expect(bo.getByText('Setup checklist hidden')).toBeVisible()
      await expect(ada.getByText('Set up your platform')).toBeHidden()
      await ada.goto('/settings?tab=platform')
      await ada.locator('label').filter({ hasText: 'Show the setup checklist' }).click()
      await ada.getByRole('button', { name: 'Save changes' }).click()
      await expect(ada.getByText('Platform settings saved')).toBeVisible()
      await expect(bo.getByText('6 of 7 done')).toBeVisible()
    })
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

const linkOf = (printed: string) => /https?:\S+/.exec(printed)?.[0] ?? ''
const line = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

const open = async (browser: Browser, baseURL: string) => (await browser.newContext({ baseURL })).newPage()

async function activate(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page
    .getByLabel('Password', { exact: true })
    .or(page.getByLabel('New password', { exact: true }))
    .fill(password)
  await page.getByLabel(/Confirm/).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.waitForURL('**/dashboard')
}

async function addPasskey(page: Page): Promise<void> {
  await plugInPasskeyDevice(page)
  await page.goto('/settings?tab=security')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog', { name: 'Passkey added' }).getByRole('button', { name: 'Done' }).click()
}

/** Returns lone zeros and charts, which an empty platform has no data for. */
const emptyFigures = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (/^\s*[$€£]?0([.,]0+)?\s*%?\s*$/.test(node.textContent ?? ''))
        found.push(`zero: ${node.parentElement?.outerHTML}`)
    for (const chart of main.querySelectorAll('figure, polyline')) found.push(`chart: ${chart.outerHTML.slice(0, 80)}`)
    return found
  })
