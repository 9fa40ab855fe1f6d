import { devices } from '@playwright/test'
import { expect, inspectScreen, readMail, signIn, test } from '../support/console'

const form = { name: 'Cafés of the harbour', path: '/f/cafes-of-the-harbour' }
const guest = { email: 'rosa.pier@quaff.test', venue: 'Pier Nine' }

test('an administrator builds a form by keyboard and receives an answer from a phone-sized browser', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  await signIn(page, 'administrator')
  const { keyboard } = page

  await test.step('by keyboard: a form with a choice, a question that depends on it, and a picture', async () => {
    await page.goto('/merchant-signup-forms')
    await expect(page.getByRole('heading', { name: 'Merchant Signup Forms' })).toBeVisible()
    await keyboard.press('c')
    await expect(page.getByRole('dialog', { name: 'Create form' }).getByLabel('Name')).toBeFocused()
    await keyboard.type(form.name)
    await keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Questions' })).toBeVisible()

    await page
      .getByRole('group', { name: 'Add a question' })
      .getByRole('button', { name: /choice/i })
      .press('Enter')
    await retype('What are you?')
    const firstOption = page.getByLabel('Option 1', { exact: true })
    await firstOption.focus()
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type('Café')
    await page.getByLabel('Option 2', { exact: true }).focus()
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type('Bar')
    await page.getByRole('group', { name: 'Add a question' }).getByRole('button', { name: /short/i }).press('Enter')
    await retype('Which beans?')
    await choose('Show this question', 'Depending on “What are you?”')
    await choose('When the answer is', 'Café')
    await page
      .getByRole('group', { name: 'Add a question' })
      .getByRole('button', { name: /picture|image/i })
      .press('Enter')
    await retype('A picture of the counter')
    await page.getByRole('button', { name: /^A picture of the counter/ }).press('Alt+ArrowUp')
    await expect(page.getByText(/A picture of the counter moved to position/)).toBeAttached()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeInViewport()
    await page.getByRole('button', { name: 'Publish' }).press('Enter')
    await page
      .getByRole('dialog', { name: 'Publish this form?' })
      .getByRole('button', { name: 'Publish' })
      .press('Enter')
    await expect(page.getByText('Version 1 is live').first()).toBeVisible()
  })

  const phone = await browser.newContext({ ...devices['Pixel 7'], locale: 'en-US', timezoneId: 'UTC' })
  const answers = await phone.newPage()
  await test.step('a phone shows it, and asks what the answers call for', async () => {
    await answers.goto(form.path)
    await expect(answers.getByRole('heading', { level: 1, name: form.name })).toBeVisible()
    await answers.getByRole('button', { name: 'Send' }).tap()
    await expect(answers.getByRole('alert')).toBeFocused()
    await answers.getByLabel('Business name').fill(guest.venue)
    await answers.getByLabel('Email', { exact: true }).fill(guest.email)
    await expect(answers.getByLabel('Which beans?')).toBeHidden()
    await answers.getByRole('radio', { name: 'Café' }).check()
    await answers.getByLabel(/^Which beans\?/).fill('<b>Arabica</b> & Robusta')
    await inspectScreen(answers, 'public-form')
  })

  await test.step('the picture goes along once the mailbox is proved', async () => {
    await answers
      .getByLabel(/^A picture of the counter/)
      .setInputFiles({ name: 'counter.png', mimeType: 'image/png', buffer: await answers.screenshot() })
    await answers.getByRole('button', { name: 'Send' }).click()
    const mail = await readMail(guest.email, /code/)
    await answers.getByLabel('Code').fill(/\b\d{6}\b/.exec(mail.text)?.[0] ?? '')
    await answers.getByRole('button', { name: 'Continue' }).click()
    await expect(answers.getByRole('heading', { name: 'Sent' })).toBeFocused()
    await inspectScreen(answers, 'public-form-sent', { brief: true })
  })

  await test.step('the answer is in the inbox, as it was typed', async () => {
    await page.goto('/merchant-signup-forms?tab=submissions')
    await page.getByRole('link', { name: guest.venue }).first().click()
    await expect(page.getByText('<b>Arabica</b> & Robusta')).toBeVisible()
    await expect(page.getByRole('img', { name: /A picture of the counter/ })).toBeVisible()
  })

  await test.step('a visitor who still fills it in when it closes learns that', async () => {
    const closed = 'This form is closed and no longer accepts answers.'
    await answers.goto(form.path)
    await answers.getByLabel('Business name').fill('Pier Ten')
    await answers.getByLabel('Email', { exact: true }).fill('late.pier@quaff.test')
    await page.goto('/merchant-signup-forms')
    await page.getByRole('link', { name: form.name }).click()
    await page.getByRole('button', { name: `More actions for ${form.name}` }).click()
    await page.getByRole('menuitem', { name: 'Close', exact: true }).click()
    await expect(page.getByRole('main').getByText('Closed', { exact: true }).first()).toBeVisible()
    await answers.getByRole('button', { name: 'Send' }).tap()
    await expect(answers.getByText(closed)).toBeVisible()
    await answers.reload()
    await expect(answers.getByText(closed)).toBeVisible()
  })
  await phone.close()

  /** A list highlights its first option once rendered; an earlier arrow key is lost. */
  async function choose(list: string, option: string): Promise<void> {
    const box = page.getByRole('combobox', { name: list })
    await box.focus()
    await keyboard.press('Enter')
    const wanted = page.getByRole('option', { name: option })
    await wanted.waitFor()
    await expect(async () => {
      await keyboard.press('ArrowDown')
      await expect(wanted).toHaveAttribute('data-combobox-selected', 'true', { timeout: 500 })
    }).toPass()
    await keyboard.press('Enter')
    await expect(box).toHaveValue(option)
  }

  async function retype(question: string): Promise<void> {
    const label = page.locator('[data-field-label]')
    await expect(label).toBeFocused()
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type(question)
  }
})

test('an address without a form says so', async ({ page }) => {
  await page.goto('/f/unknown-knows-this')
  await expect(page.getByRole('heading', { name: 'This form doesn’t exist' })).toBeVisible()
})
