import type { Browser, Page } from '@playwright/test'
import {
  chooseCard,
  expect,
  inspectScreen,
  linkIn,
  readMail,
  signIn,
  signInThroughForm,
  test,
} from '../support/console'

const viewer = { email: 'vera.kettle@quaff.test', name: 'Vera Kettle', password: 'copper-kettle-71' }
const second = { email: 'second.administrator@quaff.test', name: 'Sam Second', password: 'second-teapot-52' }

test.describe.configure({ mode: 'serial' })

async function openInvitation(page: Page, person: { email: string; name: string }) {
  await page.goto('/users')
  await page.getByRole('button', { name: 'Invite user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite user' })
  await dialog.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await dialog.getByLabel('Display name').fill(person.name)
  return dialog
}

async function activate(browser: Browser, person: { email: string; password: string }): Promise<Page> {
  const tab = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await tab.goto(linkIn(await readMail(person.email)))
  await tab.getByLabel('Email', { exact: true }).fill(person.email)
  await tab.getByRole('button', { name: /Continue|Confirm|Sign in/ }).click()
  await tab
    .getByLabel('Password', { exact: true })
    .or(tab.getByLabel('New password', { exact: true }))
    .fill(person.password)
  await tab.getByLabel(/Confirm/).fill(person.password)
  await tab.getByRole('button', { name: /Set password|Continue|Save/ }).click()
  await expect(tab).toHaveURL(/\/dashboard$/)
  return tab
}

/** The sheet of the person, from the list. */
async function openPerson(page: Page, person: { email: string; name: string }) {
  await page.goto(`/users?tab=everyone&q=${encodeURIComponent(person.email)}`)
  await page.getByRole('link', { name: person.name }).first().click()
  const sheet = page.getByRole('dialog', { name: person.name })
  await expect(sheet).toBeVisible()
  return sheet
}

test('an administrator invites, the invitee activates by mail and lands on the dashboard', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  await signIn(page, 'administrator')
  const mailPreview = '**/rpc/users/previewInvitation*'
  await page.route(mailPreview, (route) => route.fulfill({ status: 500 }))
  const dialog = await openInvitation(page, viewer)
  await chooseCard(dialog, /viewer/i)
  await dialog.getByRole('combobox', { name: /Merchants/ }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  const preview = dialog.getByRole('region', { name: 'Email preview' })
  await expect(preview).toContainText(viewer.email)
  // Axe needs scripts, and the email's frame blocks them, so the dialog is inspected without the frame.
  await expect(preview.getByText('Couldn’t show the email.')).toBeVisible()
  await inspectScreen(page, 'invite-user', { brief: true })
  await page.unroute(mailPreview)
  await preview.getByRole('button', { name: 'Retry' }).click()
  await expect(
    preview.frameLocator('iframe').getByText(/invited you to .+ on Quaff as a merchant viewer\./),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()

  const invitee = await activate(browser, viewer)
  await expect(invitee.getByRole('heading', { level: 1 })).toContainText('Dashboard')
  await invitee.context().close()

  const sheet = await openPerson(page, viewer)
  await sheet.getByRole('tab', { name: 'Access' }).click()
  for (const step of ['Sent', 'Opened', 'Accepted', 'Password set'])
    await expect(sheet.getByText(new RegExp(`^${step}`, 'i')).first()).toBeVisible()
  await sheet.getByRole('tab', { name: 'Activity' }).click()
  await expect(sheet.getByText(/signed in/i).first()).toBeVisible()
  await inspectScreen(page, 'person-activity')
})

test("a demoted user's open tab loses access within two seconds", async ({ page, browser }) => {
  test.setTimeout(240_000)
  await signIn(page, 'administrator')
  const dialog = await openInvitation(page, second)
  await chooseCard(dialog, /Admin/)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()
  const tab = await activate(browser, second)
  await tab.goto('/merchants')
  await expect(tab.getByRole('heading', { name: /^Merchants/, level: 1 })).toBeVisible()

  const sheet = await openPerson(page, second)
  await sheet.getByRole('button', { name: 'Change role' }).click()
  const change = page.getByRole('dialog', { name: /Change role/ })
  await chooseCard(change, /viewer/i)
  await change.getByRole('combobox', { name: /Merchants/ }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await change.getByRole('button', { name: 'Change role' }).click()
  await expect(change).toBeHidden()
  const demotedAt = Date.now()
  await expect(tab).toHaveURL(/\/auth\/login/, { timeout: 2_000 })
  expect(Date.now() - demotedAt).toBeLessThan(2_000)
  expect((await tab.request.get('/api/merchants')).status()).toBe(401)
  await tab.context().close()
})

test('registrations wait under Pending: one is approved with a merchant, one rejected with a reason', async ({
  page,
  playwright,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const stranger = await playwright.request.newContext({ baseURL })
  const requested = [
    { email: 'rosa.applies@quaff.test', displayName: 'Rosa Applies' },
    { email: 'remy.refused@quaff.test', displayName: 'Remy Refused' },
  ]
  for (const data of requested) {
    const answer = await stranger.post('/us-central1/createAdminUserV2', {
      data: { data: { ...data, isPublicRegistration: true } },
    })
    expect((await answer.json()) as unknown).toMatchObject({ result: { success: true } })
  }
  await stranger.dispose()

  await signIn(page, 'administrator', '/users?tab=pending&q=rosa.applies')
  await page.getByRole('button', { name: 'More actions for Rosa Applies' }).click()
  await page.getByRole('menuitem', { name: 'Approve' }).click()
  const approval = page.getByRole('dialog', { name: /Approve registration/ })
  await approval.getByRole('combobox', { name: /Merchants/ }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await inspectScreen(page, 'approve-registration', { brief: true })
  await approval.getByRole('button', { name: 'Approve and invite' }).click()
  await expect(page.getByText('Registration approved')).toBeVisible()
  expect(linkIn(await readMail('rosa.applies@quaff.test'))).toContain('token=')

  await page.goto('/users?tab=pending&q=remy.refused')
  await page.getByRole('button', { name: 'More actions for Remy Refused' }).click()
  await page.getByRole('menuitem', { name: 'Reject' }).click()
  const rejection = page.getByRole('dialog', { name: /^Reject .+ registration/ })
  await rejection.getByRole('button', { name: 'Reject' }).click()
  await expect(rejection.getByText('Enter a reason')).toBeVisible()
  await rejection.getByLabel(/^Reason/).fill('We do not know this venue.')
  await rejection.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Registration rejected')).toBeVisible()
  expect((await readMail('remy.refused@quaff.test')).text).toContain('We do not know this venue.')
})

test('a customer is explained, exported and erased; the figures stay', async ({ page }) => {
  test.setTimeout(240_000)
  await signInThroughForm(page, 'administrator')
  await page.goto('/users?tab=customers&sort=created&order=asc')
  const link = page.getByRole('grid', { name: 'Users' }).getByRole('row').nth(1).getByRole('link')
  const name = (await link.innerText()).trim()
  await link.click()
  const sheet = page.getByRole('dialog', { name })
  await sheet.getByRole('tab', { name: 'Subscriptions' }).click()
  await expect(sheet.getByRole('region', { name: 'Can they redeem now?' })).toBeVisible()
  await inspectScreen(page, 'person-subscriptions')
  await sheet.getByRole('tab', { name: 'Redemptions' }).click()
  await inspectScreen(page, 'person-redemptions', { brief: true })
  await sheet.getByRole('tab', { name: 'Profile' }).click()

  const download = page.waitForEvent('download')
  await sheet.getByRole('button', { name: /Export data/ }).click()
  expect((await download).suggestedFilename()).toMatch(/\.json$/)

  await sheet.getByRole('button', { name: /^Erase/ }).click()
  const dialog = page.getByRole('dialog', { name: `Erase ${name}?` })
  const label = await dialog.getByLabel(/to confirm$/).getAttribute('id')
  expect(label).not.toBeNull()
  const text = await dialog.locator(`label[for="${label}"]`).innerText()
  const email = /“(.+)”/.exec(text)?.[1] ?? ''
  await dialog.getByRole('button', { name: 'Erase permanently' }).click()
  await expect(dialog).toBeVisible()
  await dialog.getByLabel(/to confirm$/).fill(email)
  await inspectScreen(page, 'erase-person', { brief: true })
  await dialog.getByRole('button', { name: 'Erase permanently' }).click()
  await expect(page.getByText('Erased person').first()).toBeVisible()
  await page.goto(`/users?tab=everyone&q=${encodeURIComponent(email)}`)
  await expect(page.getByText(/^No results for/)).toBeVisible()
})
