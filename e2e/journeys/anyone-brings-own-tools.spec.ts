import type { Page } from '@playwright/test'
import { expect, follow, signIn, test, type DemoLabel } from '../support/console'

/**
 * Does what Chrome's translator does: once the page is loaded, each text node is replaced by nested `font` elements,
 * and later each new one. The words stay the same, so that names find elements as elsewhere.
 */
function translateAlways(): void {
  const left = 'script, style, textarea, title, font'
  const replace = (text: Text) => {
    if (!text.isConnected || text.data.trim() === '' || text.parentElement?.closest(left)) return
    const font = document.createElement('font')
    font.append(document.createElement('font'))
    font.firstElementChild?.append(text.data)
    text.replaceWith(font)
  }
  const translate = (root: Node) => {
    if (root instanceof Text) return replace(root)
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    for (const text of texts) replace(text)
  }
  const start = () => {
    translate(document.body)
    const observer = new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes])
      setTimeout(() => added.forEach(translate), 10)
    })
    observer.observe(document.body, { childList: true, subtree: true })
  }
  window.addEventListener('load', () => setTimeout(start, 500))
}

/** Returns texts of the page that differ from what React drew there last. */
const staleTexts = (page: Page) =>
  page.evaluate(() => {
    const drawn = (node: object, kind: string): unknown =>
      Reflect.get(node, Object.keys(node).find((key) => key.startsWith(`__react${kind}$`)) ?? '')
    const stale: string[] = []
    const compare = (shown: string | null | undefined, words: unknown) => {
      if ((typeof words === 'string' || typeof words === 'number') && shown !== String(words))
        stale.push(`“${shown}” for “${words}”`)
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      if (node instanceof Text) {
        const fiber = drawn(node, 'fiber') as { memoizedProps?: unknown } | undefined
        compare(node.data === '' ? node.nextSibling?.textContent : node.data, fiber?.memoizedProps)
      } else if (!(node instanceof HTMLTextAreaElement)) {
        const props = drawn(node, 'props') as { children?: unknown } | undefined
        compare(node.textContent, props?.children)
      }
    }
    return stale
  })

const open = (page: Page, address: string) =>
  address.startsWith('/settings') ? page.goto(address) : follow(page, address)

/** Returns fields that a password manager could mistake for others. */
const misleadingFields = (page: Page) =>
  page.evaluate(() => {
    const secrets = ['current-password', 'new-password']
    const filled = ['username', 'username webauthn', 'one-time-code', ...secrets]
    const unmanaged = ['data-1p-ignore', 'data-lpignore', 'data-bwignore', 'data-form-type']
    const untyped = ['hidden', 'checkbox', 'radio', 'file', 'range', 'color', 'time']
    const isRight = (field: HTMLInputElement | HTMLTextAreaElement) => {
      const token = field.autocomplete
      const isLeft = unmanaged.every((name) => field.hasAttribute(name))
      if (field.type === 'password')
        return secrets.includes(token) && field.form?.querySelector('[autocomplete^="username"]') && !isLeft
      if (filled.includes(token)) return unmanaged.every((name) => !field.hasAttribute(name))
      if (field.type === 'search' && field.name !== 'q') return false
      return token === 'off' ? isLeft : token !== ''
    }
    return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
      .filter((field) => !untyped.includes(field.type) && !field.hidden && !field.readOnly && !isRight(field))
      .map((field) => field.outerHTML)
  })

async function expectWhole(page: Page) {
  expect(await misleadingFields(page), 'fields for password managers').toEqual([])
  await expect(page.getByText('This page could not be shown')).toHaveCount(0)
  await expect.poll(() => page.locator('main font').count()).toBeGreaterThan(0)
  await expect.poll(() => staleTexts(page)).toEqual([])
}

const lists: Record<DemoLabel, string[]> = {
  administrator: [
    '/merchants',
    '/merchants?tab=other',
    '/users',
    '/users?tab=customers',
    '/waitlists',
    '/affiliates',
    '/subscriptions',
    '/analytics?tab=redemptions',
    '/payouts',
    '/plans/promotions',
    '/merchant-signup-forms',
    '/merchant-signup-forms?tab=submissions',
    '/applications',
    '/settings?tab=keys',
    '/settings?tab=webhooks',
    '/settings?tab=audit',
  ],
  owner: ['/locations', '/plans', '/users', '/affiliates', '/redemptions?tab=subscribers', '/redemptions?tab=history'],
  viewer: ['/payouts'],
}
const pages: Record<DemoLabel, string[]> = {
  administrator: [
    '/dashboard',
    '/dashboard?activity=all',
    '/analytics',
    '/payouts?action=generate',
    '/payouts?action=bank-file',
    ...['profile', 'security', 'platform', 'health'].map((tab) => `/settings?tab=${tab}`),
    '/settings/branding',
    '/merchants/onboarding',
    '/waitlists?view=demand',
    '/merchants?action=create',
  ],
  owner: [
    '/dashboard',
    '/redemptions?tab=insights',
    '/settings/billing',
    '/settings/branding',
    '/locations?action=print',
    '/merchants/onboarding/business',
    '/merchants/onboarding/settings',
    '/merchants/onboarding',
    '/merchants/application-submitted',
    '/plans?action=create',
    '/locations?action=create',
  ],
  viewer: ['/dashboard', '/analytics', '/settings/billing', '/settings?tab=access'],
}
const publicPages = ['/', '/partners', '/partners/signup', '/terms', '/privacy', '/affiliate']
const signInPages = ['/auth/login', '/auth/register', '/auth/complete-signin?token=unknown', '/auth/reset-password']

test.beforeEach(({ context }) => context.addInitScript(translateAlways))

for (const label of ['administrator', 'owner', 'viewer'] as const) {
  test(`${label} opens, filters and closes each list with a translator and a password manager`, async ({ page }) => {
    test.setTimeout(300_000)
    await signIn(page, label)
    for (const address of lists[label])
      await test.step(address, async () => {
        await open(page, address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const row = page.locator('[data-row-id]').first()
        await row.waitFor({ timeout: 5_000 }).catch(() => undefined)
        await expectWhole(page)
        const opened = row.locator('[data-row-link]').first()
        if ((await opened.count()) > 0) {
          const { href } = new URL(page.url())
          await opened.click()
          await page.waitForURL((url) => url.href !== href)
          await expectWhole(page)
          const sheet = page.getByRole('dialog').last()
          for (const tab of await sheet.getByRole('tab').all()) await tab.click()
          await expectWhole(page)
          await page.goBack()
          await expect(sheet).toBeHidden()
        }
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        const search = page.getByRole('searchbox').first()
        // A short list has none.
        if (await search.isVisible()) {
          await search.pressSequentially('tea')
          await page.waitForURL(/tea/)
          await expectWhole(page)
          await search.fill('zzqq')
          await page.waitForURL(/zzqq/)
          await expectWhole(page)
          await search.fill('')
        }
        const tabs = page.getByRole('main').getByRole('tablist').first().getByRole('tab')
        for (const tab of await tabs.all()) await tab.click()
        await expectWhole(page)
      })
  })

  test(`${label} opens each other screen with a translator and a password manager`, async ({ page }) => {
    test.setTimeout(300_000)
    await signIn(page, label)
    for (const address of pages[label])
      await test.step(address, async () => {
        await open(page, address)
        await expect(page.getByRole('heading').first()).toBeVisible()
        const dialog = page.getByRole('dialog')
        // It comes after its page, and would otherwise open after the key.
        if (address.includes('action=create')) await expect(dialog).toBeVisible()
        await expectWhole(page)
        await page.keyboard.press('Escape')
        if (address.includes('action=create')) await expect(dialog).toBeHidden()
      })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').pressSequentially('set')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectWhole(page)
    await page.keyboard.press('Escape')
    const account = page.getByRole('button', { name: /quaff admin|merchant (owner|viewer)/ }).last()
    await account.click()
    await page.getByRole('menuitem', { name: 'Edit profile' }).click()
    await expect(page.getByLabel('Current password')).toBeVisible()
    await expectWhole(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expectWhole(page)
  })
}

test('an edited merchant is saved, typed text stays and the toast goes', async ({ page }) => {
  await signIn(page, 'administrator', '/merchants')
  await expectWhole(page)
  await page.locator('[data-row-link]').first().click()
  await page.getByRole('dialog').getByRole('button', { name: /^Edit/ }).last().click()
  const edit = page.getByRole('dialog', { name: /^Edit/ })
  const description = edit.getByLabel('Description')
  await description.fill('Typed while translated')
  await expectWhole(page)
  await expect(description).toHaveValue('Typed while translated')
  await edit.getByRole('button', { name: /^Save/ }).click()
  await expect(edit).toBeHidden()
  const toast = page.locator('.mantine-Notification-root').first()
  await expect(toast).toBeVisible()
  await expectWhole(page)
  await expect(toast).toBeHidden()
  await expectWhole(page)
  await expect(page.getByText('Typed while translated').first()).toBeVisible()
})

test('a waitlist row is shortlisted and counted, and times tick', async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'administrator', '/waitlists')
  const row = page.locator('[data-row-id]').first()
  await expect(row).toBeVisible()
  await expectWhole(page)
  await row.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: /^(Shortlist|Take off)/ }).click()
  await expectWhole(page)
  await page.clock.fastForward('03:00:00')
  await expectWhole(page)
})

test('visitors and people who sign in see whole pages', async ({ page }) => {
  test.setTimeout(180_000)
  for (const address of [...publicPages, ...signInPages])
    await test.step(address, async () => {
      await page.goto(address)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expect.poll(() => page.locator('font').count()).toBeGreaterThan(0)
      await expect.poll(() => staleTexts(page)).toEqual([])
      expect(await misleadingFields(page)).toEqual([])
    })
  await page.goto('/auth/login')
  await expect.poll(() => page.locator('font').count()).toBeGreaterThan(0)
  await page.getByLabel('Email', { exact: true }).fill('unknown@quaff.test')
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('wrong-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Invalid email or password.')).toBeVisible()
  await expect.poll(() => staleTexts(page)).toEqual([])
})

for (const [address, island] of [
  ['/partners', 'estimator'],
  ['/partners/signup', 'signup'],
] as const)
  test(`${address} works although its script comes after the translation`, async ({ page }) => {
    await page.route(`**/${island}-island*.js`, async (route) => {
      await expect.poll(() => page.locator(`#${island} font`).count()).toBeGreaterThan(0)
      await route.continue()
    })
    await page.goto(address)
    const field = page.locator(`#${island} input`).first()
    await field.scrollIntoViewIfNeeded()
    await expect
      .poll(() => field.evaluate((one) => Object.keys(one).some((key) => key.startsWith('__react'))))
      .toBe(true)
    await expect.poll(() => page.locator(`#${island} font`).count()).toBeGreaterThan(0)
    await expect.poll(() => staleTexts(page)).toEqual([])
  })
