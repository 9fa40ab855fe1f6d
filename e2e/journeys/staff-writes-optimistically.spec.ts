import type { Locator, Page } from '@playwright/test'
import { chooseCard, type DemoLabel, expect, signIn, test } from '../support/console'
import { callConsole, type Answer } from '../support/console-api'

/** An optimistic write: how it is started and how its completion is recognized. */
interface Write {
  name: string
  role: DemoLabel
  procedure: string
  /** Opens the place of the record; resolves with locators of the state before and after. */
  open: (page: Page) => Promise<{ before: Locator; after: Locator }>
  /** Repeating the action reverts it or requests it a second time. */
  act: (page: Page) => Promise<unknown>
  /** A dialog that stays open where it was refused, with the reason in it. */
  dialog?: RegExp
  /** If undoing leads to another state than the one before the click. */
  takenBack?: (page: Page) => Promise<void>
  /** There is no undo. */
  isFinal?: true
}

const reason = 'The kettle boiled over.'
const refusal = {
  status: 409,
  contentType: 'application/json',
  body: JSON.stringify({ json: { defined: false, code: 'CONFLICT', status: 409, message: reason, data: null } }),
}

const row = (page: Page, id: string) => page.locator(`[data-row-id="${id}"]`).first()
const dialogOf = (page: Page, name: RegExp) => page.getByRole('dialog', { name })
/** Fails immediately if the menu lacks the command. */
async function choose(page: Page, id: string, command: RegExp) {
  await row(page, id)
    .getByRole('button', { name: /^More actions/ })
    .click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  const offered = page.getByRole('menuitem', { name: command })
  if ((await offered.count()) === 0) throw new Error(`The menu does not offer ${command}`)
  await offered.click()
}
async function first(page: Page, procedure: string, input: object, is: (one: Answer) => boolean = () => true) {
  const answer = await callConsole(page, procedure, input)
  const found = (Array.isArray(answer) ? (answer as Answer[]) : answer.rows).find(is)
  if (!found) throw new Error(`${procedure} has nothing to write to`)
  return found
}
const text = (one: Answer, name: string) => String(one[name])
/** Found again by the steps after it was opened. */
let id = ''

/** A row that says one thing before and another one after. */
async function rowAt(page: Page, address: string, words: { before: string; after: string }) {
  await page.goto(address)
  const of = (word: string) => row(page, id).getByText(word, { exact: true }).first()
  return { before: of(words.before), after: of(words.after) }
}
/** Types another name into a form and sends it. */
async function rename(page: Page, form: Locator, label: string, name: string) {
  await form
    .getByLabel(label, { exact: true })
    .or(form.getByRole('textbox', { name: label }))
    .first()
    .fill(name)
  await page.keyboard.press('Enter')
}

/** Resuming asks nothing. */
async function confirmPause(page: Page): Promise<void> {
  const button = dialogOf(page, /^Pause sales/).getByRole('button', { name: 'Pause sales' })
  await button.click({ timeout: 2_000 }).catch(() => undefined)
}

const writes: Write[] = [
  {
    name: 'a merchant is paused',
    role: 'administrator',
    procedure: 'merchants/setLive',
    open: async (page) => {
      const { id: merchant } = await first(
        page,
        'merchants/list',
        {},
        (one) => one['status'] === 'active' && one['isLive'] === true,
      )
      await page.goto(`/merchants?id=${merchant}`)
      const live = (checked: boolean) => page.getByRole('switch', { name: /^Selling, /, checked })
      return { before: live(true), after: live(false) }
    },
    act: async (page) => {
      await page.getByRole('switch', { name: /^Selling, / }).click({ force: true })
      await confirmPause(page)
    },
  },
  {
    name: 'a merchant is renamed',
    role: 'administrator',
    procedure: 'merchants/update',
    open: async (page) => {
      const merchant = await first(page, 'merchants/list', {}, (one) => one['status'] === 'active')
      await page.goto(`/merchants?id=${merchant.id}`)
      const sheet = (name: string) => page.getByRole('dialog', { name, exact: true })
      return { before: sheet(text(merchant, 'name')), after: sheet('Kettle & Sons') }
    },
    act: async (page) => {
      const form = dialogOf(page, /^Edit /)
      if (!(await form.isVisible())) await page.getByRole('dialog').getByRole('button', { name: /^Edit/ }).click()
      await rename(page, form, 'Name', 'Kettle & Sons')
    },
    dialog: /^Edit /,
    isFinal: true,
  },
  {
    name: 'a person is suspended',
    role: 'administrator',
    procedure: 'users/suspend',
    open: async (page) => {
      const person = await first(
        page,
        'users/list',
        {},
        (one) =>
          one['status'] === 'active' && one['role'] === 'merchant_viewer' && !text(one, 'email').startsWith('viewer@'),
      )
      id = person.id
      return rowAt(page, `/users?tab=everyone&q=${encodeURIComponent(text(person, 'email'))}`, {
        before: 'Active',
        after: 'Suspended',
      })
    },
    act: async (page) => {
      if (!(await dialogOf(page, /^Suspend /).isVisible())) await choose(page, id, /^Suspend/)
      await dialogOf(page, /^Suspend /)
        .getByRole('button', { name: 'Suspend' })
        .click({ force: true })
    },
    dialog: /^Suspend /,
  },
  {
    name: 'a person is let in again',
    role: 'administrator',
    procedure: 'users/reactivate',
    open: async (page) => {
      const person = await first(page, 'users/list', { status: 'suspended' })
      id = person.id
      return rowAt(page, `/users?tab=everyone&q=${encodeURIComponent(text(person, 'email'))}`, {
        before: 'Suspended',
        after: 'Active',
      })
    },
    act: (page) => choose(page, id, /^Reactivate/),
  },
  {
    name: 'a person gets another role',
    role: 'administrator',
    procedure: 'users/updateRole',
    open: async (page) => {
      const person = await first(
        page,
        'users/list',
        {},
        (one) =>
          one['status'] === 'active' && one['role'] === 'merchant_viewer' && !text(one, 'email').startsWith('viewer@'),
      )
      id = person.id
      return rowAt(page, `/users?tab=everyone&q=${encodeURIComponent(text(person, 'email'))}`, {
        before: 'Merchant viewer',
        after: 'Merchant owner',
      })
    },
    act: async (page) => {
      const dialog = dialogOf(page, /^Change role/)
      if (!(await dialog.isVisible())) {
        await choose(page, id, /^Change role/)
        await chooseCard(dialog, /^Owner/)
      }
      await dialog.getByRole('button', { name: 'Change role' }).click({ force: true })
    },
    dialog: /^Change role/,
    isFinal: true,
  },
  {
    name: 'a promotion is disabled',
    role: 'administrator',
    procedure: 'promotions/setEnabled',
    open: async (page) => {
      await page.goto('/plans/promotions?promotion=happy_hour&enabled=true')
      const of = page.locator('[data-row-id]').first()
      await expect(of).toBeVisible()
      id = (await of.getAttribute('data-row-id')) ?? ''
      await page.goto('/plans/promotions?promotion=happy_hour')
      const enabled = (checked: boolean) => row(page, id).getByRole('switch', { checked })
      return { before: enabled(true), after: enabled(false) }
    },
    act: (page) => row(page, id).getByRole('switch').click({ force: true }),
  },
  {
    name: 'a link is archived',
    role: 'administrator',
    procedure: 'affiliates/setArchived',
    open: async (page) => {
      const link = await first(page, 'affiliates/list', {}, (one) => one['state'] === 'active')
      await page.goto(`/affiliates?id=${link.id}`)
      const of = (word: string) => page.getByRole('dialog').getByText(word, { exact: true }).first()
      return { before: of('Active'), after: of('Archived') }
    },
    act: (page) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Archive|Restore)$/ })
        .click(),
  },
  {
    name: 'a link is renamed',
    role: 'administrator',
    procedure: 'affiliates/update',
    open: async (page) => {
      const link = await first(page, 'affiliates/list', {}, (one) => one['state'] === 'active')
      id = link.id
      return rowAt(page, '/affiliates', { before: text(link, 'name'), after: 'Kettle poster' })
    },
    act: async (page) => {
      if (!(await dialogOf(page, /^Edit /).isVisible())) await choose(page, id, /^Edit/)
      await rename(page, dialogOf(page, /^Edit /), 'Name', 'Kettle poster')
    },
    dialog: /^Edit /,
    isFinal: true,
  },
  {
    name: 'a signup form is closed',
    role: 'administrator',
    procedure: 'signupForms/close',
    open: async (page) => {
      id = (await first(page, 'signupForms/list', {}, (one) => one['status'] === 'live')).id
      return rowAt(page, '/merchant-signup-forms', { before: 'Live', after: 'Closed' })
    },
    act: (page) => choose(page, id, /^(Close|Reopen)/),
  },
  {
    name: 'a waitlist is closed',
    role: 'administrator',
    procedure: 'waitlists/setOpen',
    open: async (page) => {
      id = (await first(page, 'waitlists/list', {}, (one) => one['isOpen'] === true)).id
      await page.goto(`/waitlists?list=${id}`)
      const of = (word: string) => page.getByRole('main').getByText(word, { exact: true }).first()
      return { before: of('Open'), after: of('Closed') }
    },
    act: async (page) => {
      await page
        .getByRole('main')
        .getByRole('button', { name: /^More actions/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: /^(Close|Open) waitlist/ }).click()
    },
  },
  {
    name: 'someone is shortlisted',
    role: 'administrator',
    procedure: 'waitlists/changeEntries',
    open: async (page) => {
      const list = await listWith(page, 'waiting')
      id = (await first(page, 'waitlists/entries', { waitlistId: list, status: 'waiting' })).id
      return rowAt(page, `/waitlists?list=${list}`, { before: 'Waiting', after: 'Shortlisted' })
    },
    act: (page) => choose(page, id, /^(Shortlist|Take off)/),
  },
  {
    name: 'notes are written',
    role: 'administrator',
    procedure: 'waitlists/saveNotes',
    open: async (page) => {
      const list = await listWith(page, 'waiting')
      id = (await first(page, 'waitlists/entries', { waitlistId: list, status: 'waiting' })).id
      await page.goto(`/waitlists?list=${list}&id=${id}`)
      const field = page.getByRole('textbox', { name: 'Notes' })
      await expect(field).toBeVisible()
      await field.fill('Asked twice')
      const save = page.getByRole('button', { name: 'Save notes' })
      return { before: save, after: page.locator('form', { has: field }).filter({ hasNot: save }) }
    },
    act: async (page) => {
      const save = page.getByRole('button', { name: 'Save notes' })
      if (await save.isVisible()) await save.click({ force: true })
    },
    takenBack: (page) => expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue(''),
  },
  {
    name: 'a subscription that was to end is kept',
    role: 'administrator',
    procedure: 'subscriptions/keep',
    open: async (page) => {
      const ending = await first(page, 'subscriptions/list', { status: 'active' })
      const { updatedAt: expectedUpdatedAt } = await callConsole(page, 'subscriptions/get', {
        subscriptionId: ending.id,
      })
      const end = { subscriptionId: ending.id, when: 'period_end', reason: 'Moves away', expectedUpdatedAt }
      await callConsole(page, 'subscriptions/cancel', end)
      await page.goto(`/subscriptions?id=${ending.id}`)
      const keep = page.getByRole('button', { name: 'Keep subscription' })
      await expect(keep).toBeVisible()
      return { before: keep, after: page.getByRole('dialog').filter({ hasNot: keep }).first() }
    },
    act: async (page) => {
      const keep = page.getByRole('button', { name: 'Keep subscription' })
      if (await keep.isVisible()) await keep.click({ force: true })
    },
    isFinal: true,
  },
  {
    name: 'the daily mail is switched',
    role: 'administrator',
    procedure: 'notifications/updatePreferences',
    open: async (page) => {
      await page.goto('/settings?tab=notifications')
      const daily = page.getByRole('switch', { name: 'Daily summary by email' })
      await expect(daily).toBeVisible()
      const checked = await daily.isChecked()
      const at = (wanted: boolean) => page.getByRole('switch', { name: 'Daily summary by email', checked: wanted })
      return { before: at(checked), after: at(!checked) }
    },
    act: (page) => page.getByRole('switch', { name: 'Daily summary by email' }).click({ force: true }),
    isFinal: true,
  },
  {
    name: 'the sale of passes is paused',
    role: 'owner',
    procedure: 'merchants/setLive',
    open: async (page) => {
      await page.goto('/dashboard')
      const of = (name: string) => page.getByRole('button', { name, exact: true })
      return { before: of('Pause sales'), after: of('Resume sales') }
    },
    act: async (page) => {
      await page.getByRole('button', { name: /^(Pause|Resume) sales$/ }).click()
      await confirmPause(page)
    },
  },
  {
    name: 'a setting of the venue is chosen',
    role: 'owner',
    procedure: 'onboarding/saveSettings',
    open: async (page) => {
      await page.goto('/merchants/onboarding/settings')
      const check = page.getByRole('radio', { name: /^(On site only|Anywhere)/, checked: false })
      await expect(check).toHaveCount(1)
      id = ((await check.getAttribute('value')) ?? '') === 'yes' ? 'On site only' : 'Anywhere'
      const at = (checked: boolean) => page.getByRole('radio', { name: new RegExp(`^${id}`), checked })
      return { before: at(false), after: at(true) }
    },
    act: (page) => page.getByRole('radio', { name: new RegExp(`^${id}`) }).click({ force: true }),
    isFinal: true,
  },
  {
    name: 'a logo is removed',
    role: 'owner',
    procedure: 'branding/remove',
    open: async (page) => {
      await page.goto('/settings/branding')
      const of = page.getByAltText('The logo in use')
      await expect(of).toBeVisible()
      return { before: of, after: page.getByRole('group', { name: 'Upload a logo' }).filter({ hasNot: of }) }
    },
    act: async (page) => {
      const remove = page.getByRole('button', { name: 'Remove' }).first()
      if (await remove.isVisible()) await remove.click()
    },
  },
  {
    name: 'a plan is activated',
    role: 'owner',
    procedure: 'plans/setActive',
    open: async (page) => {
      await page.goto('/plans')
      const of = page.locator('[data-row-id]').first()
      await expect(of).toBeVisible()
      id = (await of.getAttribute('data-row-id')) ?? ''
      const { merchantId, version, active } = await callConsole(page, 'plans/get', { planId: id })
      const off = { merchantId, planId: id, version, active: false }
      if (active === true) await callConsole(page, 'plans/setActive', off)
      return rowAt(page, '/plans', { before: 'Inactive', after: 'Active' })
    },
    act: (page) => choose(page, id, /^Activate/),
  },
  {
    name: 'a location is renamed',
    role: 'owner',
    procedure: 'locations/update',
    open: async (page) => {
      await page.goto('/locations')
      const of = page.locator('[data-row-id]').first()
      await expect(of).toBeVisible()
      id = (await of.getAttribute('data-row-id')) ?? ''
      const name = ((await of.locator('[data-row-link]').first().innerText()).split('\n')[0] ?? '').trim()
      return rowAt(page, '/locations', { before: name, after: 'Kettle Corner' })
    },
    act: async (page) => {
      if ((await page.getByRole('dialog').count()) === 0) await choose(page, id, /^Edit/)
      await rename(page, page.getByRole('dialog'), 'Name', 'Kettle Corner')
    },
    isFinal: true,
  },
]

async function listWith(page: Page, status: string): Promise<string> {
  const has = (one: Answer) => Number((one['counts'] as Record<string, number>)[status]) > 1
  return (await first(page, 'waitlists/list', {}, has)).id
}

/** Delays the response until the test releases it, and counts the requests. */
async function holdAnswer(page: Page, procedure: string, answer: 'refused' | 'done') {
  const requested = { times: 0 }
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  await page.route(`**/rpc/${procedure}`, async (route) => {
    requested.times += 1
    await given
    await (answer === 'refused' ? route.fulfill(refusal) : route.continue())
  })
  return { requested, give, stop: () => page.unroute(`**/rpc/${procedure}`) }
}

for (const write of writes)
  test(`§8 ${write.name}: at once before it is answered, put back when refused or offline`, async ({
    page,
    context,
  }) => {
    await signIn(page, write.role)
    const { before, after } = await write.open(page)
    await expect(before).toBeVisible()

    await test.step('refused', async () => {
      const { requested, give, stop } = await holdAnswer(page, write.procedure, 'refused')
      await write.act(page)
      await expect(after).toBeVisible()
      await expect(before).toBeHidden()
      // The menu may no longer have the command.
      await write.act(page).catch(() => page.keyboard.press('Escape'))
      await expect(after, 'while it is not answered').toBeVisible()
      give()
      await expect(page.getByText(reason)).toBeVisible()
      expect(requested.times, 'asked for once').toBe(1)
      await expect(before).toBeVisible()
      await expect(after).toBeHidden()
      await stop()
    })

    await test.step('offline', async () => {
      await context.setOffline(true)
      await write.act(page)
      await expect(page.getByText(/You’re offline\. Try again/).first()).toBeVisible()
      await expect(before).toBeVisible()
      await context.setOffline(false)
      await page.waitForFunction(() => navigator.onLine)
    })

    await test.step('done late, and taken back', async () => {
      const { requested, give, stop } = await holdAnswer(page, write.procedure, 'done')
      await write.act(page)
      await expect(after).toBeVisible()
      await expect.poll(() => requested.times).toBe(1)
      const answered = page.waitForResponse(`**/rpc/${write.procedure}`)
      give()
      await answered
      await stop()
      if (write.dialog) await expect(dialogOf(page, write.dialog)).toBeHidden()
      await expect(after).toBeVisible()
      if (write.isFinal) return
      await page.getByRole('button', { name: 'Undo' }).click()
      if (write.takenBack) return write.takenBack(page)
      await expect(before).toBeVisible()
      await expect(after).toBeHidden()
    })
  })
