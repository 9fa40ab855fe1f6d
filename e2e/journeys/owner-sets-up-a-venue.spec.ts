import type { Page } from '@playwright/test'
import { expect, inspectScreen, linkIn, readMail, signIn, test } from '../support/console'
import {
  addBankDetails,
  createStarterPlan,
  requestApproval,
  saveProfile,
  useBusinessAddress,
} from '../support/set-up-venue'

const owner = { email: 'ina.harbour@quaff.test', password: 'velvet-harbour-99', venue: 'Velvet Harbour Coffee' }

test.describe.configure({ mode: 'serial' })

test('an owner goes from invitation to request for approval', async ({ page, browser }) => {
  test.setTimeout(240_000)
  await signIn(page, 'administrator')
  await inviteWithNewVenue(page)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const venue = await context.newPage()

  await test.step('the mailed link leads to a password and to the hub', async () => {
    await venue.goto(linkIn(await readMail(owner.email)))
    await venue.getByLabel('Email', { exact: true }).fill(owner.email)
    await venue.getByRole('button', { name: /Continue|Confirm|Sign in/ }).click()
    await venue
      .getByLabel('Password', { exact: true })
      .or(venue.getByLabel('New password', { exact: true }))
      .fill(owner.password)
    await venue.getByLabel(/Confirm/).fill(owner.password)
    await venue.getByRole('button', { name: /Set password|Continue|Save/ }).click()
    await expect(venue).toHaveURL(/\/merchants\/onboarding$/)
    await expect(venue.getByText('Complete Your Setup')).toBeVisible()
    for (const step of [
      'Complete Business Profile',
      'Add Locations',
      'Create Subscription Plans',
      'Configure Banking',
      'Go Live',
    ])
      await expect(venue.getByText(step, { exact: true }).first()).toBeVisible()
    await inspectScreen(venue, 'onboarding-hub')
  })

  await test.step('the business profile keeps its draft over a reload', async () => {
    await venue.goto('/merchants/onboarding/business')
    await venue.getByLabel('Name *').fill('Velvet Harbour')
    await venue.getByLabel('Street and number').fill('4 Harbour Row')
    await venue.getByLabel('City').fill('Bristol')
    await expect(venue.getByText(/^Draft saved/)).toBeVisible()
    await venue.reload()
    await expect(venue.getByText('Draft restored')).toBeVisible()
    await expect(venue.getByLabel('City')).toHaveValue('Bristol')
    await inspectScreen(venue, 'onboarding-business')
    await saveProfile(venue)
  })

  await test.step('a single venue uses its business address', async () => {
    await expect(venue.getByRole('button', { name: 'Use business address' })).toBeVisible()
    await inspectScreen(venue, 'onboarding-locations', { brief: true })
    await useBusinessAddress(venue)
  })

  await test.step('a starter template becomes a plan', async () => {
    await createStarterPlan(venue, 'Daily Cup', () => inspectScreen(venue, 'plan-editor'))
  })

  await test.step('bank details are recorded as verified', async () => {
    await addBankDetails(venue, 'Velvet Harbour Ltd', owner.password)
    await expect(venue.locator('body')).not.toContainText('123456789')
  })

  await test.step('the last step sums up and asks for approval', async () => {
    await venue.goto('/merchants/onboarding/settings')
    await inspectScreen(venue, 'onboarding-settings')
    await requestApproval(venue)
    await inspectScreen(venue, 'application-submitted')
    await venue.getByRole('link', { name: 'Go to dashboard' }).click()
    await expect(venue.getByText('Pending Review', { exact: true })).toBeVisible()
    await expect(venue.getByRole('heading', { level: 1 })).toHaveText('Velvet Harbour Dashboard')
  })
  await context.close()
})

test('an owner is asked for changes and answers them', async ({ page, browser }) => {
  await signIn(page, 'administrator', '/merchants?tab=review&q=Velvet%20Harbour')
  await page.getByRole('link', { name: 'Velvet Harbour' }).first().click()
  await page.getByRole('button', { name: 'Request changes' }).click()
  const dialog = page.getByRole('dialog', { name: /^Request changes from Velvet Harbour/ })
  await dialog.getByLabel('Tax ID').check()
  await dialog.getByRole('textbox').fill('The number differs from the register.')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog).toBeHidden()
  // The record stays open: nothing else is acted on by the next click.
  await expect(page.getByText(/^Changes requested on/)).toBeVisible()
  expect((await readMail(owner.email, /needs a few changes/i)).text).toContain('Tax ID')

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const venue = await context.newPage()
  await signInAsOwner(venue)
  await expect(venue.getByText('Changes requested', { exact: true })).toBeVisible()
  await inspectScreen(venue, 'dashboard-changes-requested')
  await venue.getByRole('link', { name: 'Tax ID' }).click()
  await expect(venue).toHaveURL(/\/merchants\/onboarding\/business$/)
  await venue.getByLabel('Tax ID').fill('12-9876543')
  await venue.getByRole('button', { name: 'Save and continue' }).click()
  await expect.poll(() => new URL(venue.url()).pathname).not.toBe('/merchants/onboarding/business')
  await requestApproval(venue)
  await expect(venue.getByText('Earlier requests (1)')).toBeVisible()
  await context.close()
})

test('an administrator approves and the merchant is live', async ({ page }) => {
  await signIn(page, 'administrator', '/merchants?tab=review&q=Velvet%20Harbour')
  await page.getByRole('link', { name: 'Velvet Harbour' }).first().click()
  await expect(page.getByText('6 of 6 required')).toBeVisible()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: /^Approve Velvet Harbour/ })
  await expect(dialog).toContainText('Owners get an email')
  await dialog.getByRole('textbox').fill('Welcome on board')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await page.goto('/merchants?tab=live&q=Velvet%20Harbour')
  await expect(page.getByRole('link', { name: 'Velvet Harbour' }).first()).toBeVisible()
  expect((await readMail(owner.email, /approved/i)).text).toMatch(/Velvet Harbour/)
})

test('an owner pauses and resumes', async ({ page }) => {
  await signInAsOwner(page)
  await page.getByRole('button', { name: 'Pause sales' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause sales at Velvet Harbour?' })
  await expect(dialog).toContainText('No one has a pass yet.')
  await dialog.getByRole('button', { name: 'Pause sales' }).click()
  await expect(page.getByRole('region', { name: 'Today', exact: true })).toContainText('Paused')
  await page.getByRole('link', { name: 'Venue settings' }).first().click()
  await expect(page.getByRole('heading', { name: 'Venue settings' })).toBeVisible()
  await page.getByRole('button', { name: 'Resume sales' }).click()
  await expect(page.getByText(/^On. Customers can find you/)).toBeVisible()
})

async function signInAsOwner(page: Page): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('Email', { exact: true }).fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
}

async function inviteWithNewVenue(page: Page): Promise<void> {
  const status = await page.evaluate(async ({ email, venue }) => {
    const answer = await fetch('/us-central1/createAdminUserV2', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        data: { email, role: 'merchant_owner', displayName: 'Ina Harbour', newVenueName: venue },
      }),
    })
    return (await answer.json()) as unknown
  }, owner)
  expect(status).toMatchObject({ result: { success: true } })
}

/** Confirms the user's identity, which is requested only if the sign-in is older than five minutes. */
