import type { Page } from '@playwright/test'
import { expect, inspectScreen, sidebarLink, signIn, test } from '../support/console'

const unavailable = {
  status: 503,
  contentType: 'application/json',
  body: JSON.stringify({
    json: {
      defined: true,
      code: 'SERVICE_UNAVAILABLE',
      status: 503,
      message: 'Our database does not answer.',
      data: { reason: 'DATABASE' },
    },
  }),
}

test.describe('anyone works through an outage', () => {
  test('a panel that cannot be read says so, the others stay alive, and Retry brings it back without a reload', async ({
    page,
  }) => {
    await page.route('**/rpc/dashboard/metrics*', (route) => route.fulfill(unavailable))
    await signIn(page, 'administrator')
    await expect(page.getByText('Couldn’t load metrics')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Recent Activity' }).getByRole('link').first()).toBeVisible()
    // Ends the outage with the click, because an automatic refetch would restore the panel earlier.
    await page.evaluate(() =>
      document.addEventListener('click', () => document.body.setAttribute('data-clicked', ''), { capture: true }),
    )
    await page.route('**/rpc/dashboard/metrics*', async (route) => {
      const isOver = await page.evaluate(() => document.body.hasAttribute('data-clicked'))
      await (isOver ? route.continue() : route.fulfill(unavailable))
    })
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await expect(page.getByRole('button', { name: 'About Active subscribers' })).toBeVisible()
  })

  test('a list that cannot be read offers Retry in words, without driver text', async ({ page }) => {
    await signIn(page, 'administrator')
    await page.route('**/rpc/merchants/list*', (route) => route.fulfill(unavailable))
    await page
      .getByRole('link', { name: /^Merchants/ })
      .first()
      .click()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/ECONN|SQL|select |stack/i)
    await page.unroute('**/rpc/merchants/list*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.locator('tbody tr')).toHaveCount(20)
  })

  test('a lost connection shows a banner that moves nothing and goes by itself', async ({ page, context }) => {
    await signIn(page, 'administrator', '/merchants')
    const row = page.locator('[data-row-id]').first()
    await expect(row).toBeVisible()
    const place = await row.boundingBox()
    await context.setOffline(true)
    const banner = page.getByText(/^You’re offline/).first()
    await expect(banner).toBeInViewport()
    expect(await row.boundingBox(), 'what the user is about to click').toEqual(place)
    await context.setOffline(false)
    await expect(banner).toBeHidden()
  })
})

test('while the database takes no changes the console reads on and says so, until it is over', async ({ page }) => {
  await signIn(page, 'administrator', '/merchants')
  const notice = page.getByText('Read-only for a moment')
  await expect(page.locator('[data-row-id]').first()).toBeVisible()
  await expect(notice).toBeHidden()
  const header = { 'x-quaff-reads-only': '1' }
  await page.route('**/rpc/**', async (route) => {
    if (route.request().url().endsWith('/sessions/live')) return route.fulfill({ ...unavailable, headers: header })
    const response = await route.fetch()
    return route.fulfill({ response, headers: { ...response.headers(), ...header } })
  })
  await page.reload()
  await expect(notice).toBeInViewport()
  await expect(page.locator('[data-row-id]').first()).toBeVisible()
  await inspectScreen(page, 'page-reads-only', { brief: true })
  await page.unroute('**/rpc/**')
  await expect(notice).toBeHidden({ timeout: 40_000 })
})

/** Navigation keeps the frame: sidebar and top bar. */
async function expectFrame(page: Page) {
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Search or jump to…' }).first()).toBeVisible()
}

test.describe('code that does not come', () => {
  test('a page opened without a network says so inside the frame, and opens by itself', async ({ page, context }) => {
    await signIn(page, 'administrator')
    await context.setOffline(true)
    await sidebarLink(page, 'Affiliate Links').click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('You’re offline')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Affiliate Links')
    await expectFrame(page)
    await inspectScreen(page, 'page-offline', { brief: true })
    await sidebarLink(page, 'Dashboard').click()
    await expect(page.getByRole('main').getByText('You’re offline')).toBeHidden()
    await sidebarLink(page, 'Affiliate Links').click()
    await context.setOffline(false)
    await expect(page.locator('tbody tr[data-row-id]').first()).toBeVisible()
    await expectStyles(page)
  })

  test('a click that opens a dialog without a network is answered, and can be taken back and done again', async ({
    page,
    context,
  }) => {
    await signIn(page, 'administrator', '/payouts?view=all')
    await expect(page.locator('tbody tr[data-row-id]').first()).toBeVisible()
    await context.setOffline(true)
    const notice = page.getByRole('alert').filter({ hasText: 'You’re offline' })
    for (const round of ['first', 'second']) {
      await page.getByRole('button', { name: 'Bank file' }).click()
      await expect(notice, `${round} click`).toBeVisible()
      if (round === 'first') await notice.getByRole('button', { name: 'Dismiss' }).click()
      if (round === 'first') await expect(notice).toBeHidden()
    }
    await context.setOffline(false)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(notice).toBeHidden()
  })

  test('a search opened without a network keeps what is typed until it comes', async ({ page, context }) => {
    // Else it is there as soon as the browser has nothing to do.
    await page.route('**/assets/soon-*', (route) => route.abort())
    await signIn(page, 'administrator')
    await context.setOffline(true)
    await page.unroute('**/assets/soon-*')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('wait')
    await expect(page.getByRole('alert').filter({ hasText: 'You’re offline' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('wait')
  })

  test('a page whose file does not come offers Retry and keeps trying', async ({ page }) => {
    await signIn(page, 'administrator')
    await page.route('**/assets/affiliates-*', (route) => route.fulfill({ status: 503, body: '' }))
    await sidebarLink(page, 'Affiliate Links').click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Couldn’t load this')
    await expect(page.getByRole('main').getByRole('button', { name: 'Reload' })).toBeVisible()
    await expectFrame(page)
    await page.unroute('**/assets/affiliates-*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.locator('tbody tr[data-row-id]').first()).toBeVisible()
    await expectStyles(page)
  })

  test('a console whose code does not come offers to reload', async ({ page }) => {
    await page.route('**/assets/start-*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto('/dashboard')
    await expect(page.getByRole('alert')).toContainText('Couldn’t load the console')
    await page.unroute('**/assets/start-*.js')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByText('Couldn’t load the console')).toBeHidden()
  })

  test('a page of a new version reloads once by itself; a dialog offers to reload', async ({ page, context }) => {
    await signIn(page, 'administrator', '/payouts?view=all')
    await expect(page.locator('tbody tr[data-row-id]').first()).toBeVisible()
    await nameAnotherVersion(page)
    await page.route(/assets\/(affiliates|bank-file-dialog)-/, (route) => route.fulfill({ status: 404, body: '{}' }))
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.getByText('A new version is ready.')).toBeVisible()
    await page.getByRole('button', { name: 'Bank file' }).click()
    await expect(page.getByRole('alert').getByRole('button', { name: 'Reload' })).toBeVisible()
    let documents = 0
    page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0))
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
    await sidebarLink(page, 'Affiliate Links').click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Couldn’t load this')
    await page.waitForTimeout(1_000)
    expect(documents).toBe(1)
  })
})

/** From the next stream on, the server reports another version; the loaded page stays. */
async function nameAnotherVersion(page: Page) {
  await page.evaluate(() => {
    const { fetch } = window
    window.fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (!response.url.endsWith('/rpc/sessions/live') || !response.body) return response
      const rename = new TransformStream<string, string>({
        transform: (text, stream) => stream.enqueue(text.replace(/"version":"\w+"/, '"version":"another"')),
      })
      const body = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(rename)
      return new Response(body.pipeThrough(new TextEncoderStream()), response)
    }
  })
}

test.describe('a page that fails', () => {
  test.use({ expectedError: /\bnull\b/ })

  test('leaves the frame, is tried again, and does not follow to the next page', async ({ page }) => {
    await signIn(page, 'administrator')
    const broken = JSON.stringify({ json: { rows: [null], total: 1, hasMore: false, nextCursor: null } })
    await page.route('**/rpc/users/list*', (route) => route.fulfill({ contentType: 'application/json', body: broken }))
    await sidebarLink(page, 'Users').click()
    const notice = page.getByRole('main').getByRole('alert')
    await expect(notice).toContainText('This page didn’t load')
    await expectFrame(page)
    await sidebarLink(page, 'Affiliate Links').click()
    await expect(page.locator('tbody tr[data-row-id]').first()).toBeVisible()
    await sidebarLink(page, 'Users').click()
    await expect(notice).toContainText('This page didn’t load')
    await page.unroute('**/rpc/users/list*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('tbody tr[data-row-id]').first()).toBeVisible()
  })
})

/** Expects all stylesheets that the document names to be loaded, so a recovered page is styled. */
async function expectStyles(page: Page) {
  const bare = await page.evaluate(() =>
    [...document.querySelectorAll('link[rel="stylesheet"]')].flatMap((link) =>
      link instanceof HTMLLinkElement && (link.sheet?.cssRules.length ?? 0) > 0 ? [] : [link.outerHTML],
    ),
  )
  expect(bare).toEqual([])
}

test('the API is described by a page of our own origin', async ({ page }) => {
  await signIn(page, 'administrator')
  // The server renders the document on the first request, and the page reads all of it before it renders a line.
  test.slow()
  const described = page.waitForResponse('**/api/openapi.json', { timeout: 120_000 })
  const [answer] = await Promise.all([described, page.goto('/api/docs')])
  expect(answer.status()).toBe(200)
  const group = page.locator('#operations-tag-Merchants')
  await expect(group).toHaveAttribute('data-is-open', 'false', { timeout: 120_000 })
  await group.click({ timeout: 60_000 })
  await expect(group).toHaveAttribute('data-is-open', 'true')
  await expect(page.getByText('/merchants', { exact: true }).first()).toBeVisible()
})
