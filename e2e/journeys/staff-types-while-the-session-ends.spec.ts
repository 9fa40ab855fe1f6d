import type { Page } from '@playwright/test'
import { demoAccount, expect, signIn, test, type DemoLabel } from '../support/console'

interface Form {
  name: string
  role: DemoLabel
  address: string
  /** Opens the form if the address does not. */
  open?: (page: Page) => Promise<unknown>
  field: string | RegExp
}

const typed = 'Typed before the session ended'
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const forms: Form[] = [
  { name: 'an invitation', role: 'administrator', address: '/users?action=invite', field: 'Display name' },
  { name: 'a new merchant', role: 'administrator', address: '/merchants?action=create', field: /^Name/ },
  { name: 'a waitlist', role: 'administrator', address: '/waitlists?action=create', field: /^Name/ },
  { name: 'an affiliate link', role: 'administrator', address: '/affiliates?action=create', field: /^Name/ },
  { name: 'a signup form', role: 'administrator', address: '/merchant-signup-forms?action=create', field: /^Name/ },
  {
    name: 'an API key',
    role: 'administrator',
    address: '/settings?tab=keys',
    open: press('Create key'),
    field: /^Name/,
  },
  { name: 'the platform', role: 'administrator', address: '/settings?tab=platform', field: 'Company name' },
  {
    name: 'the reason of a bulk action',
    role: 'administrator',
    address: '/users?tab=everyone',
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all rows' }).check()
      await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    },
    field: 'Reason',
  },
  {
    name: 'unsaved settings of a signup form',
    role: 'administrator',
    address: '/merchant-signup-forms',
    open: async (page) => {
      await page.getByRole('link', { name: 'Cafés and tea houses' }).click()
      await page.getByRole('tab', { name: 'Settings' }).click()
    },
    field: 'Introduction',
  },
  { name: 'a new location', role: 'owner', address: '/locations?action=create', field: /^Name/ },
  { name: 'a new plan', role: 'owner', address: '/plans?action=create', field: /^Name/ },
  {
    name: 'the own profile',
    role: 'owner',
    address: '/dashboard',
    open: async (page) => {
      await page.getByRole('button', { name: /Tomás Rivera/ }).click()
      await page.getByRole('menuitem', { name: 'Edit profile' }).click()
    },
    field: 'Display name',
  },
]

const fieldOf = (page: Page, { field }: Form) => page.getByRole('textbox', { name: field }).first()
const cover = (page: Page) => page.getByRole('alertdialog')

async function typeInto(page: Page, form: Form) {
  await signIn(page, form.role, form.address)
  await form.open?.(page)
  await fieldOf(page, form).fill(typed)
}

/** Simulates a server that forgot the session: the next call fails. */
async function endSession(page: Page) {
  await page.context().clearCookies()
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

async function signInAgain(page: Page, label: DemoLabel) {
  await cover(page).getByLabel('Password', { exact: true }).fill(demoAccount(label).password)
  await cover(page).getByRole('button', { name: 'Sign in', exact: true }).click()
}

for (const form of forms)
  test(`the session ends over ${form.name}, and what was typed stays`, async ({ page }) => {
    await typeInto(page, form)
    await endSession(page)
    await expect(cover(page)).toBeVisible()
    await signInAgain(page, form.role)
    await expect(cover(page)).toBeHidden()
    await expect(fieldOf(page, form)).toHaveValue(typed)
  })

test('a reload restores what was typed, and nothing secret is kept', async ({ page }) => {
  const [form] = forms
  if (!form) throw new Error('There is no form')
  await typeInto(page, form)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(fieldOf(page, form)).toHaveValue(typed)
  await expect(page.getByText('We restored what you typed.')).toBeVisible()
  const kept = await page.evaluate(() => JSON.stringify(window.sessionStorage))
  expect(kept).toContain(typed)
  expect(kept).not.toContain(demoAccount('administrator').password)
})

test('another person signs in in a second tab, and the first one shows and sends nothing of the former', async ({
  page,
}) => {
  const [form] = forms
  if (!form) throw new Error('There is no form')
  await typeInto(page, form)
  const writes: string[] = []
  page.on('request', (request) => writes.push(request.url()))
  const second = await page.context().newPage()
  await signIn(second, 'owner')
  await expect(page.getByText(`You’re now signed in as ${demoAccount('owner').email}`)).toBeVisible()
  // The address opens the same dialog for the owner, without the text of the administrator.
  const boxes = page.getByRole('dialog').getByRole('textbox')
  await expect(boxes.first()).toBeVisible()
  for (const box of await boxes.all()) await expect(box).toHaveValue('')
  await expect(page.getByRole('link', { name: 'Merchants', exact: false })).toBeHidden()
  expect(writes.filter((url) => url.includes('invite'))).toEqual([])
})
