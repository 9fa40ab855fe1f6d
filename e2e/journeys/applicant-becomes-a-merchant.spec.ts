import { expect, inspectScreen, linkIn, readMail, signIn, test } from '../support/console'
import { addBankDetails, createStarterPlan, requestApproval, useBusinessAddress } from '../support/set-up-venue'

const applicant = { email: 'mara.tide@quaff.test', password: 'low-tide-kettle-58', venue: 'Low Tide Coffee' }

test.describe.configure({ mode: 'serial' })

test('§1 a venue owner applies from the marketing page', async ({ page }) => {
  test.setTimeout(240_000)

  await test.step('the merchants’ page leads to the application', async () => {
    await page.goto('/partners')
    await page.getByRole('main').getByRole('link', { name: 'Start your application' }).first().click()
    await expect(page).toHaveURL('/partners/signup')
    await page.getByLabel('Work email').fill('mara')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Invalid email address')).toBeVisible()
    await inspectScreen(page, 'signup-email')
  })

  await test.step('six digits from the mail prove the mailbox', async () => {
    await page.getByLabel('Work email').fill(applicant.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('This code is wrong or has expired. Check it, or request a new one.')).toBeVisible()
    await inspectScreen(page, 'signup-code', { brief: true })
    await page.getByLabel('Code').fill(codeIn((await readMail(applicant.email, /code/)).text))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Your business' })).toBeFocused()
  })

  await test.step('two steps, whose draft stays on the device', async () => {
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toBeFocused()
    await page.getByRole('link', { name: /^Business name/ }).click()
    await page.keyboard.type(applicant.venue)
    await page.getByLabel('Your name').fill('Mara Tide')
    await page.reload()
    await expect(page.getByLabel('Business name')).toHaveValue(applicant.venue)
    await expect(page.getByText('Draft saved on this device')).toBeVisible()
    await inspectScreen(page, 'signup-business')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Address', { exact: true }).fill('1 Quay Street')
    await page.goBack()
    await expect(page.getByLabel('Business name')).toHaveValue(applicant.venue)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue('1 Quay Street')
    await page.getByLabel('City').fill('Bristol')
    await page.getByLabel('Phone').fill('+44 117 496 0000')
    await page.getByLabel(/^Website/).fill('lowtide.test')
    await page.getByRole('radio', { name: /10 a month/ }).check()
    await page.getByRole('checkbox').check()
    await inspectScreen(page, 'signup-counter')
  })

  await test.step('sent over a connection that breaks, by someone in a hurry, it is one application', async () => {
    let broken = 0
    await page.route('**/rpc/signup/submit', (route) => (broken++ === 0 ? route.abort() : route.continue()))
    const send = page.getByRole('button', { name: 'Send application' })
    await send.click({ clickCount: 12 })
    await expect(page).toHaveURL('/partners/signup/processing')
    await page.reload()
    await expect(page).toHaveURL('/partners/success')
    await expect(page.getByText(`sent a confirmation to ${applicant.email}`)).toBeVisible()
    await expect(page.locator('.ticket dd').first()).toHaveText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)
    await inspectScreen(page, 'signup-success')
    const reference = await page.locator('.ticket dd').first().textContent()
    expect((await readMail(applicant.email, /application/)).text).toContain(reference)
    await page.goto('/partners/signup')
    await expect(page.getByLabel('Work email')).toHaveValue('')
    await page.getByLabel('Work email').fill(applicant.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Code').fill(codeIn((await readMail(applicant.email, /code/, { seen: 1 })).text))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'We’re reviewing your application.' })).toBeVisible()
    await inspectScreen(page, 'signup-pending', { brief: true })
  })
})

test('§0023 an administrator approves the application, and the owner finds it filled in', async ({ page, browser }) => {
  test.setTimeout(240_000)
  await signIn(page, 'administrator', '/applications')
  await page.getByRole('link', { name: applicant.venue }).click()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await page
    .getByRole('dialog', { name: `Approve ${applicant.venue}?` })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(page.getByRole('dialog', { name: `Approve ${applicant.venue}?` })).toBeHidden()

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const venue = await context.newPage()
  await test.step('the invitation mail leads to a password and to the hub', async () => {
    await venue.goto(linkIn(await readMail(applicant.email, /invit|approved|welcome/i)))
    await venue.getByLabel('Email', { exact: true }).fill(applicant.email)
    await venue.getByRole('button', { name: /Continue|Confirm|Sign in/ }).click()
    await venue
      .getByLabel('Password', { exact: true })
      .or(venue.getByLabel('New password', { exact: true }))
      .fill(applicant.password)
    await venue.getByLabel(/Confirm/).fill(applicant.password)
    await venue.getByRole('button', { name: /Set password|Continue|Save/ }).click()
    await expect(venue).toHaveURL(/\/merchants\/onboarding$/)
  })

  await test.step('the business profile holds the answers', async () => {
    await venue.goto('/merchants/onboarding/business')
    await expect(venue.getByLabel('Name *')).toHaveValue(applicant.venue)
    await expect(venue.getByLabel('Street and number')).toHaveValue('1 Quay Street')
    await expect(venue.getByLabel('City')).toHaveValue('Bristol')
    await expect(venue.getByLabel('Website')).toHaveValue('https://lowtide.test')
    await venue.getByRole('button', { name: 'Save and continue' }).click()
    await expect(venue).toHaveURL(/\/merchants\/onboarding\/locations$/)
  })

  await test.step('the rest is set up and approval is asked for', async () => {
    await useBusinessAddress(venue)
    await createStarterPlan(venue, 'Daily Tide')
    await addBankDetails(venue, 'Low Tide Ltd', applicant.password)
    await requestApproval(venue)
  })
  await context.close()
})

test('the browser’s Back leads to the step before, and from the first one to where the applicant came from', async ({
  page,
}) => {
  await page.goto('/partners')
  await page.getByRole('main').getByRole('link', { name: 'Start your application' }).first().click()
  await page.getByLabel('Work email').fill('back.and.forth@quaff.test')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Work email')).toHaveValue('back.and.forth@quaff.test')
  await page.goForward()
  await expect.poll(() => page.evaluate(() => window.history.state?.applyDepth ?? 0)).toBe(0)
  await expect(page.getByLabel('Work email')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/partners')
})

test('a known address is led to the sign-in page', async ({ page }) => {
  await page.goto('/partners/signup')
  await page.getByLabel('Work email').fill(applicant.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  const { text } = await readMail(applicant.email, /code/, { seen: 2 })
  await page.getByLabel('Code').fill(codeIn(text))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/partners/signup/existing')
  await expect(page.getByText(`There’s already an account for ${applicant.email}.`)).toBeVisible()
  await inspectScreen(page, 'signup-existing', { brief: true })
  await page.getByRole('link', { name: 'Use your existing account' }).click()
  await expect(page.getByRole('heading', { name: 'Use your existing account.' })).toBeVisible()
  await inspectScreen(page, 'signup-convert', { brief: true })
})

test('without scripts the page says what it needs and whom to write to', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/partners/signup')
  const notice = page.locator('noscript .note')
  await expect(notice).toBeVisible()
  await expect(notice).toContainText('This form needs JavaScript.')
  await expect(notice.locator('a')).toHaveAttribute('href', 'mailto:support@quaff.test')
  await expect(page.getByLabel('Work email')).toBeHidden()
  await context.close()
})

const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? ''
