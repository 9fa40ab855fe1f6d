import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startIdentityProvider, type TestIdentityProvider } from '@quaff/platform/testing/identity/identity-provider'
import { demoAccount, inspectScreen } from '../support/console'
import { findFreePort, preparedFolder, RunningServer } from '../support/own-server'

test.describe('staff sign in with the company', () => {
  test.describe.configure({ mode: 'serial' })
  let folder: string
  let company: TestIdentityProvider
  let server: RunningServer
  let context: BrowserContext
  let page: Page

  test.beforeAll(async ({ browser }) => {
    const url = `http://127.0.0.1:${await findFreePort()}`
    company = await startIdentityProvider({ baseUrl: url })
    server = new RunningServer(url, {
      OIDC_ISSUER: company.issuer,
      OIDC_CLIENT_ID: company.clientId,
      OIDC_CLIENT_SECRET: company.clientSecret,
      OIDC_NAME: 'Copperleaf',
    })
    folder = mkdtempSync(join(tmpdir(), 'quaff-e2e-company-'))
    cpSync(preparedFolder(), folder, { recursive: true })
    await server.start(folder)
    context = await browser.newContext({ baseURL: url })
    page = await context.newPage()
  })
  test.afterAll(async () => {
    await context?.close()
    await server.stop()
    await company.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const go = () => page.getByRole('link', { name: 'Continue with Copperleaf' }).click()
  const enterCompany = async (name: string) => {
    await page.getByLabel('Company name').fill(name)
    await page.getByRole('button', { name: 'Enter the company' }).click()
  }
  const signOut = async () => {
    await page.getByRole('button', { name: /merchant owner/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign out of the company' }).click()
  }

  test('the sign-in page offers it, and leads through it to the page that was asked for', async () => {
    await page.goto('/locations?q=bar')
    await expect(page.getByRole('link', { name: 'Continue with Copperleaf' })).toBeVisible()
    await inspectScreen(page, 'login-with-company')
    await go()
    await enterCompany(demoAccount('owner').email)
    await expect(page).toHaveURL(/\/locations\?q=bar/)
  })

  test('the security settings say what the account is linked with', async () => {
    await page.goto('/settings?tab=security')
    const panel = page.getByRole('region', { name: 'Single sign-on' })
    await expect(panel.getByText('Copperleaf')).toBeVisible()
    await inspectScreen(page, 'security-with-company')
  })

  test('signing out signs out at the company, too; the next sign-in is asked who it is', async () => {
    await signOut()
    await expect(page).toHaveURL(/\/auth\/login/)
    await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByText('You were signed out')).toHaveCount(0)
    await go()
    await enterCompany(demoAccount('owner').email)
    await expect(page).toHaveURL(/\/dashboard/)
  })

  test('an administrator sees who is linked, and may undo it', async ({ browser }) => {
    const office = await browser.newContext({ baseURL: server.url })
    const { email, password } = demoAccount('administrator')
    const answer = await office.request.post('/rpc/signIn/withPassword', {
      headers: { 'x-quaff-client': 'console', origin: server.url },
      data: { json: { email, password }, meta: [] },
    })
    expect(answer.ok()).toBe(true)
    const desk = await office.newPage()
    await desk.goto(`/users?q=${encodeURIComponent(demoAccount('owner').email)}`)
    await desk.locator('tbody tr a').first().click()
    await desk.getByRole('tab', { name: 'Access' }).click()
    await expect(desk.getByRole('region', { name: 'Single sign-on' })).toBeVisible()
    await inspectScreen(desk, 'person-with-company', { brief: true })
    await desk.getByRole('button', { name: 'Unlink…' }).click()
    await expect(desk.getByRole('dialog', { name: /^Unlink / })).toBeVisible()
    await office.close()
  })

  test('an account is unlinked in the settings', async () => {
    await page.goto('/settings?tab=security')
    const panel = page.getByRole('region', { name: 'Single sign-on' })
    await panel.getByRole('button', { name: 'Unlink' }).click()
    await inspectScreen(page, 'unlink-company', { brief: true })
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
    await expect(panel.getByText('Not linked')).toBeVisible()
    await inspectScreen(page, 'security-unlinked', { brief: true })
  })

  test('an unknown user sees a message, and so does one who cancels', async () => {
    await signOut()
    await go()
    await enterCompany('stranger@quaff.test')
    await expect(page.getByText('No account uses this email.')).toBeVisible()
    await inspectScreen(page, 'login-no-account', { brief: true })
    await context.clearCookies()
    await page.goto('/users?q=ada')
    await go()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByText('Sign-in canceled.')).toBeVisible()
    await expect(page).toHaveURL(/from=/)
  })
})
