import type { Page } from '@playwright/test'
import { expect, inspectScreen, readMail, signIn, test } from '../support/console'
import { askForCode, confirmCode, openPhone } from '../support/waitlist-guest'

/** The demo list without entries. */
const list = { name: 'Summer terrace', path: '/w/summer-terrace' }
const ada = { name: 'Ada Quay', email: 'ada.quay@quaff.test', city: 'Bristol' }
const ben = { name: 'Ben Pier', email: 'ben.pier@quaff.test', city: 'Leeds' }

test.describe.configure({ mode: 'serial' })

test('a person joins a waitlist through a friend’s link', async ({ page, browser }) => {
  test.setTimeout(240_000)
  const adasPhone = await openPhone(browser)
  const bensPhone = await openPhone(browser)
  let adasLink = ''

  await test.step('the first person joins with the code from the mail', async () => {
    await adasPhone.goto(list.path)
    await expect(adasPhone.getByRole('heading', { level: 1, name: list.name })).toBeVisible()
    await adasPhone.getByRole('button', { name: 'Join the waitlist' }).tap()
    await expect(adasPhone.getByText('Enter your name')).toBeVisible()
    await expect(adasPhone.getByLabel(/^Name/)).toBeFocused()
    await inspectScreen(adasPhone, 'waitlist-join')
    await askForCode(adasPhone, ada)
    await adasPhone.getByLabel('Code').fill('000000')
    await adasPhone.getByRole('button', { name: 'Confirm' }).tap()
    await expect(adasPhone.getByRole('alert')).toHaveText(
      'This code is wrong or has expired. Check it, or request a new one.',
    )
    await inspectScreen(adasPhone, 'waitlist-code', { brief: true })
    await confirmCode(adasPhone, ada.email)
    await expect(adasPhone.getByText('No one has joined with your link yet.')).toBeVisible()
    await inspectScreen(adasPhone, 'waitlist-place')
    adasLink = await adasPhone.getByLabel('Your link for friends').inputValue()
    expect(adasLink).toMatch(/\/w\/summer-terrace\?ref=\w+$/)
  })

  await test.step('a friend opens that link and joins', async () => {
    await bensPhone.goto(adasLink)
    await expect(bensPhone.getByText('Ada invited you')).toBeVisible()
    await askForCode(bensPhone, ben)
    await confirmCode(bensPhone, ben.email)
    const bensLink = bensPhone.getByLabel('Your link for friends')
    await expect(bensLink).toHaveValue(/\/w\/summer-terrace\?ref=\w+$/)
    await expect(bensLink).not.toHaveValue(adasLink)
  })

  await test.step('coming back shows the place one has, and so does joining again from the same mailbox', async () => {
    await adasPhone.goto(list.path)
    await expect(adasPhone.getByRole('heading', { level: 1, name: 'You’re on the list' })).toBeVisible()
    await expect(adasPhone.getByText('1 friend has joined with your link.')).toBeVisible()
    await adasPhone.getByRole('button', { name: 'Use a different email' }).tap()
    await askForCode(adasPhone, { ...ada, name: 'Someone else' })
    await confirmCode(adasPhone, ada.email, { seen: 1 })
    await expect(adasPhone.getByLabel('Your link for friends')).toHaveValue(adasLink)
    await expect(adasPhone.getByText('1 friend has joined with your link.')).toBeVisible()
  })

  await test.step('the administrator’s list counts the friend', async () => {
    await signIn(page, 'administrator', '/waitlists')
    await page
      .getByRole('navigation', { name: 'Waitlists' })
      .getByRole('link', { name: new RegExp(`^${list.name}`) })
      .click()
    await expect(rowOf(page, ada.name).getByRole('gridcell', { name: '1', exact: true })).toBeVisible()
    await expect(rowOf(page, ben.name).getByRole('gridcell', { name: '0', exact: true })).toBeVisible()
    await expect(page.getByRole('row', { name: /Someone else/ })).toHaveCount(0)
    await inspectScreen(page, 'waitlist-people')
  })

  await test.step('by keyboard the administrator invites the friend', async () => {
    await rowOf(page, ben.name).getByRole('link', { name: ben.name }).focus()
    await page.keyboard.press('i')
    const dialog = page.getByRole('dialog', { name: `Invite: ${ben.name}` })
    await expect(dialog.getByRole('button', { name: 'Invite', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('1 person updated')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).press('Enter')
    await expect(rowOf(page, ben.name).getByText('Invited', { exact: true })).toBeVisible()
    await expect(rowOf(page, ada.name).getByText('Waiting', { exact: true })).toBeVisible()
  })

  await test.step('the friend accepts the mailed invitation', async () => {
    const mail = await readMail(ben.email, /invitation/)
    expect(mail.subject).toContain(`Your invitation from the waitlist “${list.name}” · `)
    await bensPhone.goto(/https?:\/\/\S+\?invite=[\w-]+/.exec(mail.text)?.[0] ?? '')
    await expect(bensPhone.getByRole('heading', { level: 1, name: 'You’re invited' })).toBeVisible()
    await inspectScreen(bensPhone, 'waitlist-invitation', { brief: true })
    await expect(rowOf(page, ben.name).getByText('Invited', { exact: true })).toBeVisible()
    await bensPhone.getByRole('button', { name: 'Accept invitation' }).tap()
    await expect(bensPhone.getByRole('heading', { level: 1, name: 'Welcome' })).toBeFocused()
  })

  await test.step('the open list shows it without a reload', async () => {
    await expect(rowOf(page, ben.name).getByText('Joined', { exact: true })).toBeVisible()
  })
  await adasPhone.context().close()
  await bensPhone.context().close()
})

test('an address without a waitlist says so', async ({ page }) => {
  await page.goto('/w/unknown-knows-this')
  await expect(page.getByRole('heading', { name: 'This waitlist doesn’t exist' })).toBeVisible()
})

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
