import { devices, type Browser, type Page } from '@playwright/test'
import { expect, readMail } from './console'

export type Guest = { name: string; email: string; city: string }

export async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'en-US', timezoneId: 'UTC' })
  return context.newPage()
}

export async function askForCode(phone: Page, { name, email, city }: Guest): Promise<void> {
  await phone.getByLabel(/^Name/).fill(name)
  await phone.getByLabel(/^Email/).fill(email)
  await phone.getByLabel(/^City/).fill(city)
  await phone.getByRole('button', { name: 'Join the waitlist' }).tap()
  await expect(phone.getByLabel('Code')).toBeFocused()
}

export async function confirmCode(phone: Page, email: string, { seen = 0 } = {}): Promise<void> {
  const { text } = await readMail(email, /code/, { seen })
  await phone.getByLabel('Code').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '')
  await phone.getByRole('button', { name: 'Confirm' }).tap()
  await expect(phone.getByRole('heading', { level: 1, name: 'You’re on the list' })).toBeFocused()
}
