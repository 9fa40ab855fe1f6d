import { expect, inspectScreen, signIn, test } from '../support/console'
import { callConsole } from '../support/console-api'

test('an administrator reviews three merchants by keyboard', async ({ page }) => {
  await signIn(page, 'administrator', '/merchants?status=pending&desk=1')
  const article = page.getByRole('article')
  await expect(article).toBeVisible()
  await inspectScreen(page, 'review-desk')
  const queue = page.getByRole('navigation', { name: 'Review queue' })
  const waiting = await queue.getByRole('link').count()
  expect(waiting).toBeGreaterThan(3)

  const names: string[] = []
  for (const action of ['approve', 'changes', 'decline'] as const) {
    const name = (await article.getAttribute('aria-label')) ?? (await article.getByRole('heading').first().innerText())
    names.push(name)
    await expect(article.getByText('Completeness')).toBeVisible()
    await page.keyboard.press({ approve: 'a', changes: 'r', decline: 'd' }[action])
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator(':focus')).toHaveCount(1)
    if (action !== 'approve') await page.keyboard.type('Please send us a readable licence.')
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText(`${names.length} of ${waiting} reviewed`, { exact: true })).toBeVisible()
  }
  expect(new Set(names).size).toBe(3)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Merchants')
  await expect(page).not.toHaveURL(/desk=1/)
})

test('several are approved at once, with a result for each', async ({ page }) => {
  await signIn(page, 'administrator', '/merchants?tab=review')
  const boxes = page.locator('tbody').getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Notes')).toBeVisible()
  const despiteMissing = dialog.getByRole('checkbox', { name: /with missing steps too$/ })
  if (await despiteMissing.isVisible()) await despiteMissing.check()
  await dialog.getByRole('button', { name: /^Approve/ }).click()
  await expect(dialog.getByText(/2 approved/)).toBeVisible()
  await inspectScreen(page, 'bulk-approve')
})

test('§7 a merchant is created, edited, archived, restored and deleted', async ({ page }) => {
  await signIn(page, 'administrator', '/merchants?action=create')
  const create = page.getByRole('dialog', { name: 'Create merchant' })
  await inspectScreen(page, 'create-merchant')
  await create.getByLabel(/^Name/).fill('Quayside Test Bar')
  // A hurried double click makes one.
  await create.getByRole('button', { name: 'Create and open' }).dblclick()
  await expect(create).toBeHidden()
  await expect(page).not.toHaveURL(/action=create/)
  await expect(page).toHaveURL(/id=mer_/)
  await expect(page.getByRole('region', { name: 'Completeness' })).toBeVisible()
  await page.keyboard.press('e')
  const edit = page.getByRole('dialog', { name: /^Edit/ })
  await edit.getByLabel(/^Name/).fill('Quayside Bar')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(edit).toBeHidden()
  await page.goto('/merchants?q=Quayside')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.getByRole('link', { name: 'Quayside Bar' }).click()
  for (const [item, name] of [
    ['Archive…', /^Archive/],
    ['Restore…', /^Restore/],
  ] as const) {
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^More actions/ })
      .click()
    await page.getByRole('menuitem', { name: new RegExp(item.replace('…', '')) }).click()
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByRole('textbox').fill('A trial')
    await dialog.getByRole('button', { name }).click()
    await expect(dialog).toBeHidden()
  }
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^More actions/ })
    .click()
  await page.getByRole('menuitem', { name: /Delete/ }).click()
  const remove = page.getByRole('dialog', { name: /^Delete/ })
  await remove.getByRole('textbox').fill('Quayside Bar')
  await remove.getByRole('button', { name: /^Delete/ }).click()
  await expect(remove).toBeHidden()
  await page.goto('/merchants?q=Quayside')
  await expect(page.locator('tbody tr a')).toHaveCount(0)
})

test('the sheet has every tab, and each shows its own part', async ({ page }) => {
  test.setTimeout(240_000)
  await signIn(page, 'administrator', '/merchants?tab=live&sort=subscribers')
  await page.locator('tbody tr a').first().click()
  await expect(page.getByRole('region', { name: 'Completeness' })).toBeVisible()
  for (const tab of ['Locations', 'Plans', 'Subscribers', 'Promotions', 'Team', 'Banking', 'Activity']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
    await expect(page.locator('[role="tabpanel"]:visible [class*="skeleton"]')).toHaveCount(0)
    await inspectScreen(page, `merchant-sheet-${tab.toLowerCase()}`, { brief: true })
  }
})

test('a name of one long word stays inside the sheet, the toast and the dialog of a phone', async ({ page }) => {
  await signIn(page, 'administrator', '/merchants')
  const name = 'Kaffeehausgesellschaftsbetriebsverwaltungsgenossenschaft'
  const { id } = await callConsole(page, 'merchants/create', { name })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/merchants?id=${id}`)
  const sheet = page.getByRole('dialog')
  const title = await sheet.locator('b', { hasText: name }).first().boundingBox()
  expect(title?.width).toBeGreaterThan(240)
  await sheet.getByRole('switch').focus()
  await page.keyboard.press('Space')
  const told = page.getByRole('status').getByText(new RegExp(`^\\W?${name}`))
  await expect(told).toBeVisible()
  expect(await told.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await sheet.getByRole('button', { name: /^Edit/ }).first().click()
  const heading = page.getByRole('heading', { name: `Edit ${name}` })
  await expect(heading).toBeVisible()
  expect(await heading.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
