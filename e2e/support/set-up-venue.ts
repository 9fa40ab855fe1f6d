import type { Page } from '@playwright/test'
import { expect } from './console'

/** Saves the Business Profile, whose name and address are typed. */
export async function saveProfile(page: Page): Promise<void> {
  await page.getByLabel('Tax ID').fill('12-3456789')
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Coffee shop' }).click()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page).toHaveURL(/\/merchants\/onboarding\/locations$/)
}

export async function useBusinessAddress(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use business address' }).click()
  await page.getByRole('link', { name: 'Continue to plans' }).click()
  await expect(page.getByRole('navigation', { name: 'Setup' })).toBeVisible()
}

/** `look` sees the filled editor. */
export async function createStarterPlan(page: Page, name: string, look?: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: /^Start with One a day/i }).click()
  const editor = page.getByRole('dialog', { name: 'New plan' })
  await editor.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await look?.()
  await editor.getByRole('button', { name: 'Create plan' }).click()
  await expect(editor).toBeHidden()
  await expect(page.getByText(name).first()).toBeVisible()
}

/** The password is requested if the last sign-in is too long ago. */
export async function addBankDetails(page: Page, holder: string, password: string): Promise<void> {
  await page.goto('/settings/billing')
  await page.getByRole('button', { name: 'Add bank details' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Account holder').fill(holder)
  await dialog.getByLabel('Routing number').fill('021 000 021')
  await dialog.getByLabel('Account number', { exact: true }).fill('000 123 456 789')
  await dialog.getByLabel(/Confirm the last/).fill('6789')
  await dialog.getByRole('button', { name: 'Save bank details' }).click()
  const question = page.getByText('Confirm it’s you')
  const saved = page.getByText(/Marked verified/)
  await expect(question.or(saved).first()).toBeVisible()
  if (await question.isVisible()) {
    await page.getByRole('textbox', { name: 'Your password' }).fill(password)
    await page.keyboard.press('Enter')
  }
  await expect(saved).toBeVisible()
}

export async function requestApproval(page: Page): Promise<void> {
  await page.goto('/merchants/onboarding/settings')
  await page.getByRole('button', { name: 'Request approval' }).click()
  await expect(page).toHaveURL(/\/merchants\/application-submitted$/)
}
