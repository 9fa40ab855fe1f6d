import { expect, inspectScreen, readMail, signIn, test } from '../support/console'
import { askForCode, confirmCode, openPhone } from '../support/waitlist-guest'

const list = { name: 'Summer terrace', path: '/w/summer-terrace' }
const cleo = { name: 'Cleo Mast', email: 'cleo.mast@quaff.test', city: 'Portland' }

test('a guest accepts a waitlist place', async ({ page, browser }) => {
  test.setTimeout(180_000)
  const phone = await openPhone(browser)

  await test.step('without an app in the stores the home page leads to a waitlist', async () => {
    await phone.goto('/')
    await expect(phone.getByRole('link', { name: 'Get the app' })).toHaveCount(0)
    await expect(phone.getByRole('link', { name: 'Join the waitlist' }).first()).toHaveAttribute('href', /^\/w\//)
  })

  await test.step('the guest joins at once, and is on the list', async () => {
    await phone.goto(list.path)
    await askForCode(phone, cleo)
    await confirmCode(phone, cleo.email)
  })

  await test.step('the confirmation leads back to the own place', async () => {
    const mail = await readMail(cleo.email, /on the waitlist/)
    const link = /https?:\/\/\S+\?place=\S+/.exec(mail.text)?.[0] ?? ''
    const elsewhere = await openPhone(browser)
    await elsewhere.goto(link)
    await expect(elsewhere.getByRole('heading', { level: 1, name: 'You’re on the list' })).toBeVisible()
    await expect(elsewhere).toHaveURL(new RegExp(`${list.path}$`))
    await elsewhere.context().close()
  })

  await test.step('an administrator invites the guest', async () => {
    await signIn(page, 'administrator', '/waitlists')
    await page
      .getByRole('navigation', { name: 'Waitlists' })
      .getByRole('link', { name: new RegExp(`^${list.name}`) })
      .click()
    await page.getByRole('link', { name: cleo.name }).focus()
    await page.keyboard.press('i')
    const dialog = page.getByRole('dialog', { name: `Invite: ${cleo.name}` })
    await dialog.getByRole('button', { name: 'Invite', exact: true }).press('Enter')
    await expect(dialog.getByText('1 person updated')).toBeVisible()
  })

  await test.step('the guest accepts, and reads what comes with the place and how to go on', async () => {
    const mail = await readMail(cleo.email, /invitation/)
    const invitation = /https?:\/\/\S+\?invite=[\w-]+/.exec(mail.text)?.[0] ?? ''
    const friend = await openPhone(browser)
    await friend.goto(invitation)
    await expect(friend.getByText(`A spot on ${list.name} has opened up for ${cleo.email}.`)).toBeVisible()
    await friend.context().close()
    await phone.goto(invitation)
    await phone.getByRole('button', { name: 'Accept invitation' }).tap()
    await expect(phone.getByRole('heading', { level: 1, name: 'Welcome' })).toBeFocused()
    for (const title of ['Get the app', 'Choose a pass', 'Show the barcode'])
      await expect(phone.getByText(title, { exact: true })).toBeVisible()
    await expect(
      phone.getByText(
        `It isn’t in the app stores yet. Check back here for the links, then sign in with ${cleo.email}.`,
      ),
    ).toBeVisible()
    await inspectScreen(phone, 'waitlist-welcome', { brief: true })
  })

  await test.step('coming back to the list shows the accepted place', async () => {
    await phone.goto(list.path)
    await expect(phone.getByRole('heading', { level: 1, name: 'You’ve joined' })).toBeVisible()
  })
  await phone.context().close()
})
