import type { Page } from '@playwright/test'
import { demoAccount, expect, inspectScreen, readMail, signIn, signInThroughForm, test } from '../support/console'
import { callConsole } from '../support/console-api'
import {
  addBankDetails,
  createStarterPlan,
  requestApproval,
  saveProfile,
  useBusinessAddress,
} from '../support/set-up-venue'

const owner = 'owner@quaff.test'
const venue = 'Foxglove Pier'

async function addVenue(page: Page, name: string) {
  await page.getByRole('button', { name: /^Switch merchant/ }).click()
  await page.getByRole('button', { name: 'Add another venue…' }).click()
  await page.getByRole('dialog', { name: 'Add another venue' }).getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Switch merchant. Now: ${name}` })).toBeVisible()
}

/** Decides about the venue on its sheet. */
async function decide(page: Page, action: RegExp, reason: string) {
  await page.goto(`/merchants?q=${encodeURIComponent(venue)}`)
  await page.getByRole('link', { name: venue }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: /^More/ }).first().click()
  await page.getByRole('menuitem', { name: action }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(`${venue}\\?`) })
  await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog).toBeHidden()
}

test('an owner deletes a venue added by mistake, and takes the right one from a rejection to its approval', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  await signInThroughForm(page, 'owner')
  await test.step('one in setup is said before another name is typed, and can be deleted', async () => {
    await addVenue(page, 'Foxglove Peer')
    await page.getByRole('button', { name: /^Switch merchant/ }).click()
    await page.getByRole('button', { name: 'Add another venue…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add another venue' })
    await expect(dialog).toContainText('You’re still setting up Foxglove Peer.')
    await dialog.getByRole('button', { name: 'Continue setup' }).click()
    await page.getByRole('button', { name: 'Delete this venue…' }).click()
    await inspectScreen(page, 'delete-venue', { brief: true })
    const question = page.getByRole('dialog', { name: 'Delete Foxglove Peer?' })
    await question.getByRole('textbox').fill('Foxglove Peer')
    await question.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(page.getByText('Foxglove Peer deleted')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Foxglove Coffee Dashboard' })).toBeVisible()
  })

  await test.step('the right one is set up and submitted', async () => {
    await addVenue(page, venue)
    await page.goto('/merchants/onboarding/business')
    await page.getByLabel('Street and number').fill('4 Pier')
    await page.getByLabel('City').fill('Oakland')
    await saveProfile(page)
    await useBusinessAddress(page)
    await createStarterPlan(page, 'Pier Cup')
    await expect(page.getByText('Monthly revenue', { exact: true })).toHaveCount(0)
    await addBankDetails(page, 'Foxglove Ltd', demoAccount('owner').password)
    await requestApproval(page)
  })

  const desk = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signIn(desk, 'administrator')
  await test.step('a rejection reaches the open page, the email and the dashboard with its reason', async () => {
    await decide(desk, /^Reject/, 'The pier has no permit.')
    await expect(page.getByText('Application rejected')).toBeVisible()
    expect((await readMail(owner, /Foxglove Pier was rejected/)).text).toContain('The pier has no permit.')
    await page.goto('/dashboard')
    await expect(page.getByText('Reason: The pier has no permit.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Find customer' })).toHaveCount(0)
    await inspectScreen(page, 'dashboard-rejected', { brief: true })
    await page.getByRole('link', { name: 'View application' }).click()
    await expect(page.getByText(/Contact us if something has changed/)).toBeVisible()
  })

  await test.step('reopened and returned, it is corrected, submitted again and approved', async () => {
    await decide(desk, /^Restore/, 'The permit came.')
    await readMail(owner, /Foxglove Pier/, { seen: 2 })
    await desk.getByRole('button', { name: 'Request changes' }).click()
    const request = desk.getByRole('dialog', { name: /^Request changes/ })
    await request.getByLabel('Address').check()
    await request.getByRole('button', { name: 'Send request' }).click()
    await expect(request).toBeHidden()
    await page.goto('/merchants/onboarding/business')
    await page.getByLabel('Street and number').fill('5 Pier')
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/merchants/onboarding/business')
    await requestApproval(page)
    await desk.goto(`/merchants?tab=review&q=${encodeURIComponent(venue)}`)
    await desk.getByRole('link', { name: venue }).first().click()
    await expect(desk.getByText('6 of 6 required')).toBeVisible()
    await desk.keyboard.press('a')
    const approval = desk.getByRole('dialog', { name: /^Approve/ })
    await approval.getByRole('textbox').press('Control+Enter')
    await expect(approval).toBeHidden()
    await readMail(owner, /approved/i)
    await page.goto('/dashboard')
    await expect(page.getByRole('region', { name: 'Today', exact: true })).toContainText('Selling')
    const { rows } = await callConsole(desk, 'merchants/list', { tab: 'live', q: venue, limit: 5 })
    expect(rows.map(({ name }) => name)).toEqual([venue])
  })
  await desk.context().close()
})
