import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { MailsTab } from './mails-tab'
import type { SettingsSearch } from './settings-search-widget'

const templates = [
  { template: 'invitation', name: 'Invitation', receiver: 'Invited user' },
  { template: 'payout_statement', name: 'Payout statement', receiver: 'Merchant owners' },
]
const html =
  '<!DOCTYPE html><html><head><style>@media (prefers-color-scheme: dark){p{color:#fff}}</style></head><body><p>Hello</p></body></html>'

function Tab({ mail }: { mail: string | undefined }) {
  const [search, setSearch] = useState<SettingsSearch>({ tab: 'mails', mail })
  return <MailsTab search={search} onSearch={(next) => setSearch({ ...search, ...next })} />
}

async function open(mail?: string, answers: Answers = {}) {
  const view = renderConsole(<Tab mail={mail} />, {
    'settings.mailTemplates': () => templates,
    'settings.mailPreview': (input: object) => {
      const found = templates.find(({ template }) => 'template' in input && template === input.template)
      return { ...found, replyTo: null, subject: `About <b>${found?.name}</b>`, html, text: 'Hello, as <b>text</b>' }
    },
    ...answers,
  })
  const list = await screen.findByRole('navigation', { name: 'Email templates' })
  return { ...view, list, user: userEvent.setup() }
}

const frame = () => screen.findByTitle<HTMLIFrameElement>('HTML preview')

describe('the mails', () => {
  it('are listed by name and by who gets them, the first one open', async () => {
    const { list, calls } = await open()
    expect(within(list).getAllByRole('link')).toHaveLength(2)
    expect(
      within(list)
        .getByRole('link', { name: /Payout statement.*owners/ })
        .getAttribute('href'),
    ).toBe('?tab=mails&mail=payout_statement')
    await screen.findByText('About <b>Invitation</b>')
    expect(within(list).getByRole('link', { current: true }).textContent).toContain('Invitation')
    expect(calls.filter(({ name }) => name === 'settings.mailPreview').map(({ input }) => input)).toEqual([
      { template: 'invitation' },
    ])
  })

  it('open the one that the address names', async () => {
    const { list } = await open('payout_statement')
    expect(await screen.findByRole('heading', { name: 'Payout statement' })).toBeTruthy()
    expect(within(list).getByRole('link', { current: true }).textContent).toContain('Payout statement')
  })

  it('lead from the list to the record and back to the list', async () => {
    const { list, user } = await open()
    await user.click(within(list).getByRole('link', { name: /Payout statement/ }))
    expect(await screen.findByRole('heading', { name: 'Payout statement' })).toBeTruthy()
    expect(list.parentElement?.dataset.named).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Back to email templates' }))
    expect(list.parentElement?.dataset.named).toBe('false')
    expect(await screen.findByRole('heading', { name: 'Invitation' })).toBeTruthy()
  })

  it('are shown in a frame that may do nothing', async () => {
    await open()
    const shown = await frame()
    expect(shown.getAttribute('sandbox')).toBe('')
    expect(shown.srcdoc).toContain("default-src 'none'")
    expect(shown.srcdoc).toContain('<p>Hello</p>')
  })

  it('are looked at as wide as in most programs or as on a phone, light or dark', async () => {
    const { user } = await open()
    expect((await frame()).parentElement?.style.width).toBe('600px')
    expect((await frame()).srcdoc).toContain('@media not all')
    await user.click(screen.getByRole('button', { name: 'Phone' }))
    await user.click(screen.getByRole('button', { name: 'Dark' }))
    expect((await frame()).parentElement?.style.width).toBe('375px')
    expect((await frame()).srcdoc).toContain('@media all')
  })

  it('show their plain text as text', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Plain text' }))
    expect(screen.getByText('Hello, as <b>text</b>')).toBeTruthy()
    expect(screen.queryByTitle('HTML preview')).toBeNull()
  })

  it('say where answers go', async () => {
    await open()
    expect((await screen.findByRole('link', { name: 'Add a support email' })).getAttribute('href')).toBe(
      '/settings?tab=platform',
    )
  })

  it('are found by their names and receivers, the open one staying open', async () => {
    const { list, user } = await open()
    await user.keyboard('/')
    await user.keyboard('owners')
    await waitFor(() => expect(within(list).getAllByRole('link')).toHaveLength(1))
    expect(within(list).getByRole('link').textContent).toContain('Payout statement')
    expect(screen.getByRole('heading', { name: 'Invitation' })).toBeTruthy()
    await user.keyboard(' unknown')
    expect((await within(list).findByRole('status')).textContent).toContain('“owners unknown”')
  })

  it('say so when the named one is not there, and keep the list', async () => {
    const { list } = await open('gone', {
      'settings.mailPreview': () => {
        throw new ORPCError('NOT_FOUND')
      },
    })
    expect(await screen.findByText(/Couldn’t load this email/)).toBeTruthy()
    expect(within(list).getAllByRole('link')).toHaveLength(2)
  })
})
