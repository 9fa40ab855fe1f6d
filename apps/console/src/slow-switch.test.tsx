import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Session } from '@quaff/features/sessions/contract'
import { setFileDownloader, type FileDownload } from '@quaff/platform/console/rpc'
import type { Answers } from '@quaff/platform/console/testing/render-console'
import { pageAccess, type AccessClass } from './frame/route-access'
import { answersOfContract } from './testing/answers-of-contract'
import { renderAddress, sessionOf } from './testing/render-address'

const foxglove = { id: 'mer_1', name: 'Foxglove Coffee', logoUrl: null, temporary: false }
const halfMoon = { id: 'mer_2', name: 'Half Moon Teas', logoUrl: null }
const owner = sessionOf({ role: 'merchant_owner', merchantIds: ['mer_1', 'mer_2'], assigned: foxglove })

/** Answers and what a screen shows of them. */
const first = { answers: answersOfContract({ text: 'Foxglove', number: 74_321 }), shown: /Foxglove|74,321|743\.21/ }
const second = { answers: answersOfContract({ text: 'Harvest', number: 65_432 }), shown: /Harvest|65,432|654\.32/ }
const own = answersOfContract({ text: 'Maya', number: 3 })

const classes = Object.entries(pageAccess) as [string, AccessClass][]
const platformPages = classes.filter(([, access]) => !['merchant', 'setup'].includes(access)).map(([page]) => page)
const merchantPages = classes.filter(([, access]) => access !== 'global').map(([page]) => page)
const addresses: Record<string, string> = { '/payouts/statement': '/payouts/statement?id=pay_1' }
/** These show the person, not a merchant. */
const personalPages = ['/settings', '/invitation']
const isPersonal = (name: string) => /^(signIn|sessions)\.|^activity\.ofUser$/.test(name)
const ownMerchants = `${foxglove.name} and ${halfMoon.name}`

const never = () => new Promise(() => undefined)
const settle = (ms = 100) => act(() => new Promise<void>((done) => setTimeout(done, ms)))

async function loadPage() {
  await settle()
  // Some panels have nothing to load from the made-up answers.
  await waitFor(() => expect(shown()).not.toMatch(/loading/i), { timeout: 1_500 }).catch(() => undefined)
}

/** Everything on screen, with the labels and values that are not text. */
function shown(): string {
  const named = [...document.body.querySelectorAll('[aria-label], [title], input, textarea')].map(
    (one) => `${one.getAttribute('aria-label')} ${one.getAttribute('title')} ${(one as HTMLInputElement).value}`,
  )
  const texts = [...document.body.children].filter(({ tagName }) => tagName !== 'STYLE').map(textOf)
  return [document.title, ...texts, ...named].join('\n').replaceAll(ownMerchants, '')
}

function textOf(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const style of copy.querySelectorAll('style')) style.remove()
  return copy.textContent
}

/** Opens each tab of the page; returns everything that they showed. */
async function readTabs(load: () => Promise<void>): Promise<string> {
  await load()
  const seen = [shown()]
  for (let at = 1; at < screen.queryAllByRole('tab').length; at += 1) {
    const tab = screen.queryAllByRole('tab')[at]
    if (tab) fireEvent.click(tab)
    await load()
    seen.push(shown())
  }
  return seen.join('\n')
}

/** The logo's record may already provide the name. */
const switcher = ([word]: string[]) =>
  screen.findByRole('button', { name: new RegExp(`^Switch merchant. Now: ${word}`) }, { timeout: 10_000 })

async function switchTo(name: string) {
  fireEvent.click(screen.getByRole('button', { name: /^Switch merchant/ }))
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(name) }))
  const button = await switcher(name.split(' '))
  await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'))
}

/** `answerBy` gets each read that is not about the person. */
function open(page: string, session: Session, answerBy: (name: string, input: unknown) => unknown) {
  const answers: Answers = Object.fromEntries(
    Object.keys(first.answers).map((name) => [
      name,
      (input: never) => (isPersonal(name) ? own[name]?.(input) : answerBy(name, input)),
    ]),
  )
  return renderAddress(addresses[page] ?? page, session, {
    ...answers,
    'sessions.current': () => session,
    'sessions.live': never,
    'merchants.options': () => [foxglove, halfMoon].map((one) => ({ ...one, status: 'active', isLive: true })),
    'notifications.waiting': () => ({ asOf: new Date('2026-03-10T12:00:00Z'), items: [], onWaitlists: 0 }),
    'settings.public': () => ({ supportAddress: null, appStoreUrl: null, playStoreUrl: null }),
  })
}
const answerOf = (of: typeof first, name: string) => of.answers[name]?.({} as never)

describe('after a switch nothing of the former merchant is on screen', () => {
  it.each(merchantPages)('of %s and its tabs while the answers for the new one are delayed', async (page) => {
    let isSwitched = false
    open(page, owner, (name) => (isSwitched ? never() : answerOf(first, name)))
    await switcher(foxglove.name.split(' '))
    // Without figures on screen the test would prove nothing.
    if (!personalPages.includes(page))
      await waitFor(() => expect(shown().replaceAll(foxglove.name, '')).toMatch(first.shown), { timeout: 10_000 })
    const before = await readTabs(loadPage)
    expect(before).not.toContain('This page didn’t load')
    isSwitched = true
    await switchTo(halfMoon.name)
    expect(await readTabs(settle)).not.toMatch(first.shown)
  })

  it.each(merchantPages)('of %s when the answers for the former one arrive late', async (page) => {
    let isSwitched = false
    const late: (() => void)[] = []
    open(page, owner, (name) =>
      isSwitched ? never() : new Promise((resolve) => late.push(() => resolve(answerOf(first, name)))),
    )
    await switcher(foxglove.name.split(' '))
    await settle()
    isSwitched = true
    await switchTo(halfMoon.name)
    for (const arrive of late) arrive()
    await settle()
    expect(shown()).not.toMatch(first.shown)
  })

  it.each(merchantPages)('of %s after a hurried switch there and back', async (page) => {
    let isThere = false
    const late: (() => void)[] = []
    open(page, owner, (name) =>
      isThere ? new Promise((resolve) => late.push(() => resolve(answerOf(second, name)))) : answerOf(first, name),
    )
    await switcher(foxglove.name.split(' '))
    await loadPage()
    isThere = true
    await switchTo(halfMoon.name)
    isThere = false
    await switchTo(foxglove.name)
    for (const arrive of late) arrive()
    await settle()
    expect(shown()).not.toMatch(second.shown)
  })

  it.each(platformPages)('of %s when an administrator goes from all merchants to one', async (page) => {
    let isSwitched = false
    open(page, sessionOf({ role: 'quaff_admin' }), (name) => (isSwitched ? never() : answerOf(first, name)))
    await switcher(['All Merchants'])
    await loadPage()
    isSwitched = true
    await switchTo(halfMoon.name)
    await settle()
    expect(shown()).not.toMatch(first.shown)
  })
})

/** Addresses of records that belong to the first merchant, as the browser's Back finds them after a switch. */
const records = [
  '/locations?id=loc_1',
  '/locations?id=loc_1&action=edit',
  '/plans?id=pln_1',
  '/plans?id=pln_1&action=edit',
  '/redemptions?tab=history&id=1773136800000_red_1',
  '/redemptions?tab=subscribers&id=sub_1',
  '/subscriptions?id=sub_1',
  '/payouts?id=pay_1',
  '/payouts/statement?id=pay_1',
  '/affiliates?id=lnk_1',
]

it.each(records)('Back to %s after a switch shows nothing of the former merchant', async (address) => {
  const isList = (name: string) => /list|overview|counts|totals|live$/i.test(name)
  // Requests in the second merchant's context get no answer: the server would refuse them a record of the first.
  const { go } = open('/settings', owner, (name, input) =>
    isList(name) || JSON.stringify(input).includes(halfMoon.id) ? never() : answerOf(first, name),
  )
  await switcher(foxglove.name.split(' '))
  await switchTo(halfMoon.name)
  go(address)
  await settle(500)
  expect(shown()).not.toMatch(first.shown)
})

const withExport = ['/analytics', '/subscriptions', '/redemptions', '/payouts', '/affiliates']

it.each(merchantPages)('a file exported on %s after a switch is of the new merchant', async (page) => {
  const files: FileDownload[] = []
  setFileDownloader((file) => {
    files.push(file)
    return new Promise(() => undefined)
  })
  let isSwitched = false
  open(page, owner, (name) => answerOf(isSwitched ? second : first, name))
  await switcher(foxglove.name.split(' '))
  await loadPage()
  for (const box of screen.queryAllByRole('checkbox')) fireEvent.click(box)
  isSwitched = true
  await switchTo(halfMoon.name)
  await readTabs(async () => {
    await loadPage()
    const button = screen.queryByRole('button', { name: /^(?:Export|List options)$/ })
    if (!button) return
    fireEvent.click(button)
    await settle()
    const part = screen.queryByRole('menuitem', { name: /^Export/, hidden: true })
    if (part) fireEvent.click(part)
    await settle()
    const csv = screen.queryByRole('menuitem', { name: /^CSV/, hidden: true })
    if (csv) fireEvent.click(csv)
    await settle()
  })
  expect(files.length > 0).toBe(withExport.includes(page))
  for (const file of files) {
    expect(JSON.stringify(file)).toContain(halfMoon.id)
    expect(JSON.stringify(file)).not.toContain(foxglove.id)
  }
})
