import { expect, inspectScreen, linkIn, readMail, signIn, test } from '../support/console'

const invite = { email: 'nora.invited@quaff.test', displayName: 'Nora Invited', role: 'quaff_admin', merchantIds: [] }

async function inviteThroughTheCallable(page: import('@playwright/test').Page, data: Record<string, unknown>) {
  return page.evaluate(async (body) => {
    const answer = await fetch('/us-central1/createAdminUserV2', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: body }),
    })
    return (await answer.json()) as { result?: { success: boolean; error?: string } }
  }, data)
}

test('an invited person opens the mailed link, sets a password and lands on the dashboard', async ({
  page,
  browser,
}) => {
  await signIn(page, 'administrator')
  expect((await inviteThroughTheCallable(page, invite)).result).toMatchObject({ success: true })
  const link = linkIn(await readMail(invite.email))

  const invitee = await (await browser.newContext()).newPage()
  await invitee.goto(link)
  await invitee.getByLabel('Email', { exact: true }).fill(invite.email)
  await invitee.getByRole('button', { name: /Continue|Confirm|Sign in/ }).click()
  await expect(invitee.getByText(/at least 6 characters/i).first()).toBeVisible()
  await inspectScreen(invitee, 'complete-signin-password')
  await invitee
    .getByLabel('Password', { exact: true })
    .or(invitee.getByLabel('New password', { exact: true }))
    .fill('tea-kettle-42')
  await invitee.getByLabel(/Confirm/).fill('tea-kettle-43')
  await invitee.getByRole('button', { name: /Set password|Continue|Save/ }).click()
  await expect(invitee.getByText("Passwords don't match")).toBeVisible()
  await invitee.getByLabel(/Confirm/).fill('tea-kettle-42')
  await invitee.getByRole('button', { name: /Set password|Continue|Save/ }).click()
  await expect(invitee).toHaveURL(/\/dashboard$/)
  await expect(invitee.getByRole('heading', { level: 1 })).toContainText('Nora Invited')

  await invitee.context().clearCookies()
  await invitee.goto('/auth/login')
  await invitee.getByLabel('Email', { exact: true }).fill(invite.email)
  await invitee.getByLabel('Password', { exact: true }).fill('tea-kettle-42')
  await invitee.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(invitee).toHaveURL(/\/dashboard$/)
})

test('§2.2 §G18 a pre-approved person registers: banner, form, mailed code, "Account Activated!", "Sign Now"', async ({
  page,
  browser,
}) => {
  const person = { ...invite, email: 'omar.preapproved@quaff.test', displayName: 'Omar Preapproved' }
  await signIn(page, 'administrator')
  expect((await inviteThroughTheCallable(page, person)).result).toMatchObject({ success: true })

  const registrant = await (await browser.newContext()).newPage()
  await registrant.goto('/auth/register')
  await registrant.getByLabel('Email', { exact: true }).fill(person.email)
  await expect(registrant.getByText(/account found/i)).toBeVisible()
  await registrant.getByLabel('Display name').fill(person.displayName)
  await registrant.getByLabel('Password', { exact: true }).fill('tea-kettle-44')
  await registrant.getByLabel(/Confirm/).fill('tea-kettle-44')
  await inspectScreen(registrant, 'register')
  await registrant.getByRole('button', { name: 'Activate account' }).click()
  const code = /\b\d{6}\b/.exec((await readMail(person.email, /code/i)).text)?.[0] ?? ''
  await registrant.getByLabel('Code', { exact: true }).fill(code)
  await registrant.getByRole('button', { name: 'Continue' }).click()
  await expect(registrant.getByText('Account Activated!')).toBeVisible()
  await registrant
    .getByRole('link', { name: 'Sign Now' })
    .or(registrant.getByRole('button', { name: 'Sign Now' }))
    .click()
  await expect(registrant).toHaveURL(/\/auth\/login$/)
  await expect(registrant.getByLabel('Email', { exact: true })).toHaveValue(person.email)
})

test('§4 §G17 a stranger learns from /auth/register the banner of an address, and no more', async ({ page }) => {
  await page.goto('/auth/register')
  await page.getByLabel('Email', { exact: true }).fill('owner@quaff.test')
  await expect(page.getByText('Account already active')).toBeVisible()
  await expect(page.getByRole('link', { name: 'login page' })).toBeVisible()
  const answer = await page.evaluate(async () => {
    const response = await fetch('/us-central1/checkUserExists', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { email: 'owner@quaff.test' } }),
    })
    return (await response.json()) as { result?: Record<string, unknown> }
  })
  const unnamed = { displayName: null, role: null, merchantIds: [] }
  expect(answer.result).toMatchObject({ exists: true, status: 'active', ...unnamed })
})
