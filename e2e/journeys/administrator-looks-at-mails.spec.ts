import { expect, inspectScreen, linkIn, listMails, readMail, signIn, test } from '../support/console'
import { callConsole } from '../support/console-api'

/** Emails with a code, a list, a button, a warning and user text. */
const kinds = ['mailbox_code_waitlist', 'daily_summary', 'waitlist_invitation', 'bank_changed', 'form_rejected']
const support = 'support.desk@quaff.test'

// The trace recorder injects a script into every frame, and the email's sandboxed frame would report it as blocked.
test.use({ trace: 'off' })
test.describe.configure({ mode: 'serial' })

test('an administrator finds a mail by keyboard and sees it as its reader will', async ({ page }) => {
  await signIn(page, 'administrator', '/settings?tab=mails')
  const list = page.getByRole('navigation', { name: 'Email templates' })
  await expect(list.getByRole('link').first()).toHaveAttribute('aria-current', 'true')

  await page.keyboard.press('/')
  await page.keyboard.type('waitlist invitation')
  await expect(list.getByRole('link')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/mail=waitlist_invitation/)
  await expect(page.getByRole('heading', { name: 'Waitlist invitation' })).toBeVisible()
  const mail = page.frameLocator('iframe[title="HTML preview"]')
  await expect(mail.getByRole('link', { name: 'Accept invitation' })).toBeVisible()

  // Axe needs scripts, and the email's frame blocks them. The screen is inspected without the frame, and the emails
  // separately.
  await page.getByRole('button', { name: 'Plain text' }).click()
  await expect(page.getByText(/It’s your turn/)).toBeVisible()
  await inspectScreen(page, 'mails')
})

test('mails of every kind are legible at any width, light and dark', async ({ page }) => {
  await signIn(page, 'administrator')
  const mails = await Promise.all(kinds.map((template) => callConsole(page, 'settings/mailPreview', { template })))
  await page.goto('about:blank')
  for (const [index, { html }] of mails.entries()) {
    await page.setContent(String(html))
    await inspectScreen(page, `mail-${kinds[index]}`, { brief: true })
  }
})

test('the chosen mail stays in sight in a list of its own; on a phone one comes back to it', async ({ page }) => {
  await signIn(page, 'administrator', '/settings?tab=mails&mail=payout_statement')
  const chosen = page
    .getByRole('navigation', { name: 'Email templates' })
    .getByRole('link', { name: /^Payout statement/ })
  await expect(chosen).toBeInViewport()
  await expect(chosen).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(chosen).toBeHidden()
  const desk = page.getByRole('region', { name: 'Preview of “Payout statement”' })
  await expect(desk).toBeVisible()
  expect(await desk.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await page.getByRole('button', { name: 'Back to email templates' }).click()
  await expect(desk).toBeHidden()
  await expect(chosen).toBeFocused()
  await expect(chosen).toBeInViewport()
})

test('the support address is in the preview and in the sent email, and replies go there', async ({ page, browser }) => {
  await signIn(page, 'administrator', '/settings?tab=platform')
  await page.getByLabel('Support email').fill(support)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Platform settings saved')).toBeVisible()
  await page.goto('/settings?tab=mails&mail=sign_in_link')
  await expect(page.frameLocator('iframe').getByText(`Questions? Email ${support}.`)).toBeVisible()

  const seen = (await listMails('viewer@quaff.test', /^Sign in to/)).length
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/auth/login')
  await visitor.getByLabel('Email', { exact: true }).fill('viewer@quaff.test')
  await visitor.getByRole('button', { name: 'Email me a sign-in link' }).click()
  const mail = await readMail('viewer@quaff.test', /^Sign in to/, { seen })
  expect(mail).toMatchObject({ replyTo: [support] })
  expect(mail.subject).toMatch(/^Sign in to Quaff · \d+:\d\d:\d\d [AP]M UTC$/)
  expect(mail.text).toContain(`Questions? Email ${support}.`)
  expect(linkIn(mail)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/auth\/complete-signin\?/)
  await visitor.context().close()
})
