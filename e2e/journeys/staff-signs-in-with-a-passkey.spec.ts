import type { Page } from '@playwright/test'
import { expect, inspectScreen, readMail, signInThroughForm, test as base } from '../support/console'
import { plugInPasskeyDevice } from '../support/passkey-device'

/** Browsers create passkeys for `localhost` only. */
const test = base.extend({ baseURL: async ({ baseURL }, use) => use(baseURL?.replace('127.0.0.1', 'localhost')) })

/** An authenticator within the browser. Whether its owner answers is said by `answer`. */
async function plugIn(page: Page) {
  const { cdp, authenticatorId } = await plugInPasskeyDevice(page)
  return {
    answer: (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    keys: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

const passkeysOf = (page: Page) => page.getByRole('list', { name: 'Passkeys' })

/** A virtual authenticator accepts conditional requests immediately, which would replace the button. */
const withoutOffers = () => {
  PublicKeyCredential.isConditionalMediationAvailable = async () => false
}

async function choose(page: Page, passkey: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${passkey}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /quaff admin/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
}

test('§0055 staff adds a passkey, signs in with it, renames and removes it, and is refused with it then', async ({
  page,
}) => {
  const authenticator = await plugIn(page)
  await signInThroughForm(page, 'administrator')
  await page.goto('/settings?tab=security')
  await expect(page.getByText('Passkeys can’t be guessed')).toBeVisible()
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByRole('dialog', { name: 'Add passkey' })).toBeVisible()
  await inspectScreen(page, 'passkey-add', { brief: true })
  await page.getByRole('button', { name: 'Continue' }).click()
  const added = page.getByRole('dialog', { name: 'Passkey added' })
  await expect(added.getByLabel('Name')).toHaveValue('Chrome on Linux')
  await added.getByLabel('Name').fill('Office laptop')
  await added.getByRole('button', { name: 'Done' }).click()
  await expect(passkeysOf(page)).toContainText(/Office laptop.*Not used yet.*On one device/)
  await readMail('admin@quaff.test', /Passkey added/)
  expect(await authenticator.keys()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
  await inspectScreen(page, 'passkeys')

  await authenticator.answer(false)
  await signOut(page)
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await expect(button).toBeVisible()
  await inspectScreen(page, 'login-with-passkey')
  await authenticator.answer(true)
  await button.click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto('/settings?tab=security')
  await expect(passkeysOf(page)).toContainText('Last used: Just now')
  await choose(page, 'Office laptop', 'Rename')
  await page.getByRole('dialog').getByLabel('Name').fill('Old laptop')
  await page.getByRole('button', { name: 'Save' }).click()
  await choose(page, 'Old laptop', 'Remove')
  await expect(page.getByRole('dialog', { name: 'Remove “Old laptop”?' })).toBeVisible()
  await inspectScreen(page, 'passkey-remove', { brief: true })
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(passkeysOf(page)).toBeHidden()
  await readMail('admin@quaff.test', /Passkey removed/)

  await page.evaluate(withoutOffers)
  await page.addInitScript(withoutOffers)
  await signOut(page)
  await button.click()
  await expect(page.getByRole('alert')).toContainText('No account uses this passkey.')
  await expect(page).toHaveURL(/\/auth\/login/)
})

test('§0055 what the browser offers where the address is typed signs in without the button', async ({ page }) => {
  await plugIn(page)
  await signInThroughForm(page, 'owner')
  await page.goto('/settings?tab=security')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(passkeysOf(page)).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/auth/login')
  await expect(page).toHaveURL(/\/dashboard$/)
})
