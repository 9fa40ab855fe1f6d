import { ORPCError } from '@orpc/client'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { chooseItem, renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { buildLinkDays } from '../testing/link-row-factory'
import { LinkDaysPanel } from './link-days-panel'

/** Dates of this year are shown without it. */
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-10T12:00:00Z'), toFake: ['Date'] }))

const link = { id: 'lnk_1', slug: 'table-tent', clicks: 12 }
const unknown = () => {
  const { days } = buildLinkDays()
  return buildLinkDays({ days: days.map((day) => ({ ...day, signups: null })) })
}

function renderPanel(answer: Answers[string] = () => buildLinkDays()) {
  const view = renderConsole(<LinkDaysPanel link={link} />, { 'affiliates.days': answer })
  return { ...view, requested: () => view.calls.map(({ input }) => input) }
}

it('draws the clicks of each day, and the signups where there are any', async () => {
  renderPanel()
  expect(await screen.findByText('25 clicks, 1 signup')).toBeTruthy()
  const clicks = screen.getByRole('group', { name: 'Clicks, 25 clicks, 1 signup' })
  expect(within(clicks).getAllByRole('img')).toHaveLength(30)
  expect(within(clicks).getByRole('img', { name: 'Mar 5: 2 clicks, 1 signup' })).toBeTruthy()
  const signups = screen.getByRole('group', { name: 'Signups on the same days' })
  expect(within(signups).getByRole('img', { name: 'Mar 5: 1 signup' })).toBeTruthy()
})

it('says "—" instead of no signups while none has carried a code', async () => {
  renderPanel(unknown)
  expect(await screen.findByText('25 clicks')).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Signups on the same days' })).toBeNull()
  await chooseItem(await screen.findByRole('button', { name: 'More for Clicks by day' }), 'Show as table')
  const [, newest] = within(screen.getByRole('table')).getAllByRole('row')
  expect(newest?.textContent).toBe('Mar 107—')
})

it('asks for more, and puts its days together into weeks', async () => {
  const { requested } = renderPanel(({ days }: { days: number }) => (days === 91 ? weeks() : buildLinkDays()))
  await userEvent.click(await screen.findByRole('button', { name: '13 weeks' }))
  expect(await screen.findByText('91 clicks, 0 signups')).toBeTruthy()
  expect(screen.getAllByRole('img')).toHaveLength(13)
  expect(requested()).toEqual([
    { linkId: 'lnk_1', days: 30 },
    { linkId: 'lnk_1', days: 91 },
  ])
})

function weeks() {
  const day = (index: number) => new Date(Date.UTC(2025, 11, 10 + index)).toISOString().slice(0, 10)
  return buildLinkDays({ days: Array.from({ length: 91 }, (_, index) => ({ day: day(index), clicks: 1, signups: 0 })) })
}

it('is saved day by day, with whose days they are', async () => {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  renderPanel()
  await chooseItem(await screen.findByRole('button', { name: 'More for Clicks by day' }), 'Save as CSV')
  const file = made.mock.calls[0]?.[0]
  const text = file instanceof Blob ? await file.text() : ''
  expect(text).toContain('Day,Clicks,Signups')
  expect(text).toContain('2026-03-05,2,1')
  expect(
    text
      .trimEnd()
      .split('\n')
      .every((line) => line.split(',').length === 3),
  ).toBe(true)
})

it('without anyone says so, and keeps the choice of time', async () => {
  const { days } = buildLinkDays()
  renderPanel(() => buildLinkDays({ days: days.map((day) => ({ ...day, clicks: 0, signups: null })) }))
  expect(await screen.findByText('No clicks in the last 30 days.')).toBeTruthy()
  expect(screen.getByRole('button', { name: '13 weeks' })).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
})

it('fails alone, with a way to try again', async () => {
  renderPanel(() => {
    throw new ORPCError('TOO_MANY_REQUESTS', { message: 'Too many requests. Try again in a minute.' })
  })
  expect(await screen.findByText('Couldn’t load days')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})
