import { demoAccount, expect, inspectScreen, linkIn, readMail, sidebarLink, signIn, test } from '../support/console'

test.describe('anyone signs in and out', () => {
  test('the login form refuses a wrong address, a short password and wrong credentials in words', async ({ page }) => {
    await page.goto('/auth/login')
    await page.getByLabel('Email', { exact: true }).fill('not-an-address')
    await page.getByLabel('Password', { exact: true }).fill('12345')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('Invalid email address')).toBeVisible()
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
    await page.getByLabel('Email', { exact: true }).fill('unknown@quaff.test')
    await page.getByLabel('Password', { exact: true }).fill('wrong-password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('Invalid email or password.')).toBeVisible()
    await expect(page).toHaveURL(/\/auth\/login/)
  })

  test('/auth/login offers "Register for access" and the note for invited users', async ({ page }) => {
    await page.goto('/auth/login')
    await expect(page.getByRole('link', { name: 'Register for access' })).toHaveAttribute('href', '/auth/register')
    await expect(page.getByText('Check your email for a sign-in link')).toBeVisible()
    await inspectScreen(page, 'login')
  })

  test('with no user the layout redirects to /auth/login and remembers path, query and hash', async ({ page }) => {
    await page.goto('/merchants?q=tea#list')
    await expect(page).toHaveURL(/\/auth\/login/)
    const { email, password } = demoAccount('administrator')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/merchants\?q=tea.*#list$/)
  })

  test('a signed-in user is redirected from the auth pages to /dashboard', async ({ page }) => {
    await signIn(page, 'administrator')
    await page.goto('/auth/login')
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('the session survives a reload and signing out ends it', async ({ page }) => {
    await signIn(page, 'owner')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('button', { name: /merchant owner/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/auth\/login/)
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/auth\/login/)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('owner@quaff.test')
  })

  test('Back after signing out shows nothing of the former person, with and without a network', async ({ page }) => {
    await signIn(page, 'owner', '/users')
    await sidebarLink(page, 'Locations').click()
    await page.locator('[data-row-id] [data-row-link]').first().click()
    await page.goto('/')
    await page.goto('/dashboard')
    await page.getByRole('button', { name: /merchant owner/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/auth\/login/)
    const { email } = demoAccount('owner')
    for (const isOffline of [false, true]) {
      await page.context().setOffline(isOffline)
      for (let step = 0; step < 5; step++) {
        await page.goBack({ waitUntil: 'commit' }).catch(() => undefined)
        expect(await page.locator('html').innerHTML()).not.toContain(email)
        await expect(page.locator('[data-row-id]')).toHaveCount(0)
      }
    }
    await page.context().setOffline(false)
    await page.goto('/users')
    await expect(page).toHaveURL(/\/auth\/login/)
  })

  test('Back to a page whose person has signed out in another tab asks for a sign-in', async ({
    playwright,
    launchOptions,
    baseURL,
  }) => {
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    const context = await browser.newContext({ baseURL })
    const [kept, other] = [await context.newPage(), await context.newPage()]
    await signIn(kept, 'owner', '/settings')
    await kept.goto('/terms')
    await other.goto('/dashboard')
    await other.getByRole('button', { name: /merchant owner/ }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(other).toHaveURL(/\/auth\/login/)
    await kept.goBack({ waitUntil: 'commit' })
    await expect(kept).toHaveURL(/\/auth\/login/)
    expect(await kept.locator('html').innerHTML()).not.toContain(demoAccount('owner').email)
    await browser.close()
  })

  for (const path of ['/sign-in', '/auth', '/login'])
    test(`${path} redirects to /auth/login`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL(/\/auth\/login$/)
    })

  test('unknown paths redirect to /', async ({ page }) => {
    await page.goto('/no/such/page')
    await expect(page).toHaveURL(/\/$/)
  })

  test('an emailed link signs in once; the second use says "Invalid or expired sign-in link" and returns to the login', async ({
    page,
    context,
  }) => {
    const { email } = demoAccount('viewer')
    await page.goto('/auth/login')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
    const link = linkIn(await readMail(email, /sign/i))
    await page.goto(link)
    const confirm = page.getByLabel('Email', { exact: true })
    await expect(confirm.or(page.getByRole('heading', { name: /Welcome|Dashboard/ })).first()).toBeVisible()
    if (await confirm.isVisible()) {
      await confirm.fill(email)
      await page.getByRole('button', { name: /Continue|Confirm|Sign in/ }).click()
    }
    await expect(page).toHaveURL(/\/dashboard$/)
    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto(link)
    await expect(page.getByText('Invalid or expired sign-in link')).toBeVisible()
    await expect(page).toHaveURL(/\/auth\/login$/, { timeout: 6_000 })
    await expect(page.getByText('This link was already used.')).toBeVisible()
  })

  test('§G16 a forgotten password is replaced through the mailed link', async ({ page }) => {
    const email = 'viewer@quaff.test'
    await page.goto('/auth/login')
    await page
      .getByRole('link', { name: 'Forgot password?' })
      .or(page.getByRole('button', { name: 'Forgot password?' }))
      .click()
    await page.getByLabel('Email', { exact: true }).last().fill(email)
    await page
      .getByRole('button', { name: /Send|Email me/ })
      .last()
      .click()
    const link = linkIn(await readMail(email, /password/i))
    await page.goto(link)
    const { password } = demoAccount('viewer')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('heading', { name: 'Password updated' })).toBeVisible()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/auth\/login$/)
  })
})
