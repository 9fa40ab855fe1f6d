import { ORPCError } from '@orpc/client'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { SignupFormsPage } from '../../console/signup-forms-page'
import type { SignupFormsSearch } from '../../console/signup-forms-search-widget'
import type { FormRecord, SaveFormInput } from '../../contract'
import type { FormField } from '../../fields-contract'
import { buildField } from '../../testing/field-factory'
import { buildFormRecord } from '../../testing/form-record-factory'
import { renameOption } from './field-changes'
import { dropIndex } from './use-field-drag'
import { draftErrors, draftOf, saveInputOf } from './use-form-draft'

function Page({ start, seen }: { start: SignupFormsSearch; seen: (search: SignupFormsSearch) => void }) {
  const [search, setSearch] = useState(start)
  if (!useSession().session) return null
  const change = (next: Partial<SignupFormsSearch>) => {
    setSearch({ ...search, ...next })
    seen({ ...search, ...next })
  }
  return <SignupFormsPage search={search} onSearch={change} />
}

function renderBuilder(form: FormRecord = buildFormRecord(), answers: Answers = {}) {
  let latest: SignupFormsSearch = { id: form.id }
  let stored = form
  const view = renderConsole(
    <SessionProvider>
      <Page start={latest} seen={(search) => (latest = search)} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'signupForms.get': () => stored,
      'signupForms.save': (input: SaveFormInput) => {
        const { formId: _, ...saved } = input
        stored = { ...stored, ...saved, version: stored.version + 1, hasChanges: true }
        return stored
      },
      'signupForms.publish': () =>
        (stored = { ...stored, status: 'live', liveVersion: (stored.liveVersion ?? 0) + 1, hasChanges: false }),
      'signupForms.list': () => ({ rows: [], hasMore: false, nextCursor: null, total: 0 }),
      'signupForms.submissionCounts': () => ({ all: 0, submitted: 0, approved: 0, rejected: 0 }),
      ...answers,
    },
  )
  const requested = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, search: () => latest, requested, user: userEvent.setup() }
}
const question = (change: Partial<FormField> = {}) =>
  buildField({ id: 'q_1', kind: 'short', label: 'Which machine?', ...change })
const draft = () => buildFormRecord({ status: 'draft', liveVersion: null, version: 1 })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const questions = () =>
  within(screen.getByRole('list', { name: 'Questions' }))
    .getAllByRole('button', { expanded: undefined })
    .flatMap((one) => (one.hasAttribute('data-field-toggle') ? [one.querySelector('span span')?.textContent] : []))
const preview = () => within(screen.getByRole('form', { name: 'Form preview' }))
const pressTo = async (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) => {
  for (let presses = 0; presses < 80; presses += 1) {
    await user.tab()
    const focused = document.activeElement
    // Compares names directly, because a query by role over the whole page takes seconds per step.
    const words = focused?.getAttribute('aria-label') ?? focused?.textContent ?? ''
    if (focused?.localName === 'button' && (typeof name === 'string' ? words === name : name.test(words))) return
  }
  throw new Error(`Tab never came to ${String(name)}`)
}

describe('a form built by keyboard only', () => {
  it('gets questions, texts and an order, and is published', async () => {
    const { user, requested } = renderBuilder(draft())
    await screen.findByRole('heading', { name: 'Harbour cafés' })
    await pressTo(user, 'Choice')
    await user.keyboard('{Enter}Do you roast?')
    await user.tab()
    await user.keyboard('Any size counts.')
    await user.tab()
    await user.keyboard('Yes{Enter}Maybe')
    await user.tab()
    await user.tab()
    await user.keyboard('No')
    expect(questions()).toEqual(['Business name', 'Email', 'Do you roast?'])
    const toggle = button(/^Do you roast\?/)
    act(() => toggle.focus())
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(questions()).toEqual(['Business name', 'Do you roast?', 'Email'])
    expect(document.activeElement).toBe(toggle)
    expect(screen.getByText('Do you roast? moved to position 2 of 3.')).toBeTruthy()
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
    expect(screen.getByText('Do you roast? is already first.')).toBeTruthy()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    for (let presses = 0; document.activeElement?.textContent !== 'Publish' && presses < 80; presses += 1)
      await user.tab({ shift: true })
    await user.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: /^Publish/ })
    await user.click(within(dialog).getByRole('button', { name: 'Publish' }))
    expect(await screen.findByText('Version 1 is live', { selector: '.q-caption' })).toBeTruthy()
    expect(requested('signupForms.save')).toMatchObject([
      {
        version: 1,
        fields: [
          { kind: 'business_name' },
          { kind: 'choice', label: 'Do you roast?', help: 'Any size counts.', options: ['Yes', 'Maybe', 'No'] },
          { kind: 'email' },
        ],
      },
    ])
    expect(requested('signupForms.publish')).toEqual([{ formId: 'frm_1', version: 2 }])
  })

  it('keeps the two required questions', async () => {
    renderBuilder()
    fireEvent.click(await screen.findByRole('button', { name: 'More actions for Email' }))
    const remove = await screen.findByRole('menuitem', { name: /^Remove/, hidden: true })
    expect(remove.getAttribute('title')).toBe('Required in every form')
    fireEvent.click(remove)
    expect(questions()).toEqual(['Business name', 'Email'])
  })
})

describe('a question', () => {
  it('is dragged by its handle to the position of the line', async () => {
    renderBuilder(buildFormRecord({ fields: [...buildFormRecord().fields, question()] }))
    const handle = await screen.findByRole('button', { name: 'Move Which machine?' })
    const rows = [...document.querySelectorAll<HTMLElement>('[data-field-id]')]
    for (const [at, row] of rows.entries())
      vi.spyOn(row, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, at * 50, 300, 50))
    handle.setPointerCapture = () => undefined
    fireEvent.pointerDown(handle, { button: 0, clientY: 125, pointerId: 1 })
    fireEvent.pointerMove(handle, { clientY: 10, pointerId: 1 })
    expect(rows[0]?.dataset['drop']).toBe('before')
    fireEvent.pointerUp(handle, { clientY: 10, pointerId: 1 })
    expect(questions()).toEqual(['Which machine?', 'Business name', 'Email'])
  })

  it('stays in place when Escape is pressed during a drag', async () => {
    renderBuilder(buildFormRecord({ fields: [...buildFormRecord().fields, question()] }))
    const handle = await screen.findByRole('button', { name: 'Move Which machine?' })
    handle.setPointerCapture = () => undefined
    fireEvent.pointerDown(handle, { button: 0, clientY: 125, pointerId: 1 })
    fireEvent.pointerMove(handle, { clientY: -200, pointerId: 1 })
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.pointerUp(handle, { clientY: -200, pointerId: 1 })
    expect(questions()).toEqual(['Business name', 'Email', 'Which machine?'])
  })

  it('goes before the first one whose middle is below the pointer', () => {
    expect([-5, 25, 26, 80, 500].map((y) => dropIndex([25, 75, 125], y))).toEqual([0, 0, 1, 2, 3])
  })

  it('that is removed returns to its position by Undo', async () => {
    const user = userEvent.setup()
    renderBuilder(buildFormRecord({ fields: [question(), ...buildFormRecord().fields] }))
    fireEvent.click(await screen.findByRole('button', { name: 'More actions for Which machine?' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Remove/, hidden: true }))
    expect(questions()).toEqual(['Business name', 'Email'])
    expect(document.activeElement?.textContent).toMatch(/^Business name/)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(questions()).toEqual(['Which machine?', 'Business name', 'Email'])
  })

  it('follows a renamed answer in its condition', () => {
    const requested = question({ id: 'q_a', kind: 'choice', options: ['Yes', 'No'] })
    const after = question({ id: 'q_b', showWhen: { fieldId: 'q_a', equals: 'Yes' } })
    expect(renameOption([requested, after], 'q_a', 0, 'Yes!')[1]?.showWhen).toEqual({ fieldId: 'q_a', equals: 'Yes!' })
    expect(renameOption([requested, after], 'q_a', 1, 'Never')[1]?.showWhen).toEqual({ fieldId: 'q_a', equals: 'Yes' })
  })
})

describe('the preview', () => {
  const requested = question({ id: 'q_a', kind: 'choice', label: 'Do you roast?', options: ['Yes', 'No'] })
  const after = question({ id: 'q_b', label: 'Which machine?', showWhen: { fieldId: 'q_a', equals: 'Yes' } })
  const form = () =>
    buildFormRecord({ fields: [...buildFormRecord().fields, requested, after], successText: 'See you!' })

  it('shows and hides questions by the answers, and says what is missing', async () => {
    const { user } = renderBuilder(form())
    await screen.findByRole('heading', { name: 'Harbour cafés' })
    expect(preview().queryByLabelText(/Which machine/)).toBeNull()
    await user.click(preview().getByRole('radio', { name: 'Yes' }))
    expect(preview().getByLabelText(/Which machine/)).toBeTruthy()
    await user.click(preview().getByRole('button', { name: 'Send' }))
    expect(preview().getByText('Enter the business name')).toBeTruthy()
    expect(document.activeElement).toBe(preview().getByLabelText('Business name'))
    await user.keyboard('Half Moon')
    await user.type(preview().getByLabelText('Email'), 'ana@halfmoon.test')
    await user.click(preview().getByRole('button', { name: 'Send' }))
    expect(screen.getByText('See you!', { selector: 'p' })).toBeTruthy()
  })

  it('shows markup as text', async () => {
    renderBuilder(buildFormRecord({ intro: '<img src=x onerror=alert(1)>' }))
    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy()
  })
})

describe('a choice', () => {
  it('§0023 may take several answers, in the list, in the preview and in the saved draft', async () => {
    const choice = question({ id: 'q_a', kind: 'choice', label: 'What is served?', options: ['Tea', 'Coffee'] })
    const after = question({ id: 'q_b', label: 'Which tea?', showWhen: { fieldId: 'q_a', equals: 'Tea' } })
    const { user, requested } = renderBuilder(buildFormRecord({ fields: [...buildFormRecord().fields, choice, after] }))
    await user.click(await screen.findByRole('button', { name: /^What is served/ }))
    await user.click(screen.getByRole('switch', { name: 'Allow multiple answers' }))
    expect(button(/^What is served\? ?Choice · Multiple answers/)).toBeTruthy()
    expect(button(/Which tea\? ?Short answer · If “What is served\?” includes “Tea”/)).toBeTruthy()
    for (const name of ['Coffee', 'Tea']) await user.click(preview().getByRole('checkbox', { name }))
    expect(preview().getByLabelText(/Which tea/)).toBeTruthy()
    await user.click(button('Save'))
    expect(requested('signupForms.save')).toMatchObject([{ fields: [{}, {}, { id: 'q_a', several: true }, {}] }])
    await user.click(screen.getByRole('switch', { name: 'Allow multiple answers' }))
    expect(preview().getByRole('radio', { name: 'Coffee' })).toBeTruthy()
  })
})

describe('published versions', () => {
  const publishedAt = new Date('2026-11-02T10:00:00Z')
  const version = (number: number, label: string) => ({
    number,
    publishedAt,
    publishedBy: number === 1 ? null : 'Maya Lindqvist',
    intro: '',
    successText: '',
    fields: [question({ label })],
  })
  const versions: Record<number, ReturnType<typeof version>> = {
    3: version(3, 'Which grinder?'),
    1: version(1, 'Old?'),
  }

  it('§0023 are listed with date and publisher, and are shown unchanged', async () => {
    const { user } = renderBuilder(buildFormRecord(), {
      'signupForms.versions': () => ({ rows: Object.values(versions).toReversed() }),
      'signupForms.publishedVersion': ({ number }: { number: number }) => versions[number],
    })
    await user.click(await screen.findByRole('tab', { name: 'Versions' }))
    const latest = await screen.findByRole('button', { name: /^Version 3 · live ?Published .* by Maya Lindqvist/ })
    expect(latest.getAttribute('aria-pressed')).toBe('true')
    expect(await screen.findByText('Which grinder?', { selector: 'li *' })).toBeTruthy()
    await user.click(button(/^Version 1 ?Published .* by an unknown user/))
    expect(await screen.findByText('Old?', { selector: 'li *' })).toBeTruthy()
    expect(screen.queryByText('Which grinder?')).toBeNull()
    expect(preview().getByLabelText(/Old/)).toBeTruthy()
  })

  it('are not requested if nothing was published', async () => {
    const { user, requested } = renderBuilder(draft())
    await user.click(await screen.findByRole('tab', { name: 'Versions' }))
    expect(screen.getByText(/^Nothing published yet/)).toBeTruthy()
    expect(requested('signupForms.versions')).toEqual([])
  })
})

describe('publishing', () => {
  it('lists what is missing; each line opens its question', async () => {
    const unnamed = question({ id: 'q_a', kind: 'dropdown', label: '', options: ['', ''] })
    const { user, requested } = renderBuilder(
      buildFormRecord({ hasChanges: true, fields: [...buildFormRecord().fields, unnamed] }),
    )
    await user.click(await screen.findByRole('button', { name: 'Publish' }))
    const alert = screen.getByRole('alert')
    expect(within(alert).getByText('Can’t publish yet: 2 issues')).toBeTruthy()
    await user.click(within(alert).getAllByRole('button', { name: 'Question 3 (Dropdown)' })[0] as HTMLElement)
    const toggle = button(/^Untitled question ?Dropdown/)
    expect(toggle.getAttribute('aria-expanded')).toBe('true')
    expect(document.activeElement).toBe(toggle)
    expect(requested('signupForms.publish')).toEqual([])
  })

  it('is not offered while everything is published', async () => {
    const { user } = renderBuilder()
    await user.click(await screen.findByRole('tab', { name: 'Settings' }))
    for (const name of ['Save', 'Publish']) expect(screen.queryByRole('button', { name })).toBeNull()
    await user.type(screen.getByLabelText('Introduction'), 'Hello')
    for (const name of ['Save', 'Publish']) expect(button(name)).toBeTruthy()
  })

  it('first says who will see what; Cancel publishes nothing', async () => {
    const { user, requested } = renderBuilder(
      buildFormRecord({ hasChanges: true, liveVersion: 2, submitted: 88, viewed: 1_204 }),
    )
    await user.click(await screen.findByRole('button', { name: 'Publish' }))
    const dialog = await screen.findByRole('dialog', { name: 'Publish version 3?' })
    expect(dialog.textContent).toContain('88 answers so far, from 1,204 visits, stay as they are.')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(requested('signupForms.publish')).toEqual([])
  })
})

describe('saving', () => {
  it('keeps the typed text after a concurrent save', async () => {
    let stored = buildFormRecord()
    const { user } = renderBuilder(stored, {
      'signupForms.save': () => {
        stored = buildFormRecord({ intro: 'Theirs', version: 9 })
        throw new ORPCError('CONFLICT', { data: { reason: 'STALE_VERSION' } })
      },
      'signupForms.get': () => stored,
    })
    await user.click(await screen.findByRole('tab', { name: 'Settings' }))
    await user.type(screen.getByLabelText('Introduction'), 'Hello')
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText('This form was changed while you were editing')).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Introduction').value).toBe('Hello')
    await user.click(screen.getByRole('radio', { name: /^Saved version/ }))
    expect(screen.getByLabelText<HTMLTextAreaElement>('Introduction').value).toBe('Theirs')
  })

  it('asks before it discards typed text', async () => {
    const { user, search } = renderBuilder()
    await user.click(await screen.findByRole('tab', { name: 'Settings' }))
    await user.type(screen.getByLabelText('Introduction'), 'Hello')
    await user.click(button('All forms'))
    expect(screen.getByText('Discard what you typed?')).toBeTruthy()
    expect(search().id).toBe('frm_1')
    await user.click(button('Discard'))
    expect(search().id).toBeUndefined()
  })

  it('restores unsaved questions and settings after a crash, but not after a save', async () => {
    const choice = question({ id: 'q_a', kind: 'choice', label: 'What is served?', options: ['Tea', 'Coffee'] })
    const form = buildFormRecord({ fields: [...buildFormRecord().fields, choice] })
    const lost = renderBuilder(form)
    await lost.user.click(await screen.findByRole('button', { name: /^What is served/ }))
    await lost.user.click(screen.getByRole('switch', { name: 'Allow multiple answers' }))
    await lost.user.click(screen.getByRole('tab', { name: 'Settings' }))
    await lost.user.type(screen.getByLabelText('Introduction'), 'Hello')
    lost.unmount()
    const { user, requested } = renderBuilder(form)
    expect(await screen.findByText(/^We restored what you typed/)).toBeTruthy()
    expect(button(/^What is served\? ?Choice · Multiple answers/)).toBeTruthy()
    await user.click(button('Save'))
    expect(requested('signupForms.save')).toMatchObject([
      { intro: 'Hello', fields: [{}, {}, { id: 'q_a', several: true }] },
    ])
    await waitFor(() => expect(screen.queryByText(/^We restored what you typed/)).toBeNull())
    expect(JSON.stringify(Object.entries(window.sessionStorage))).not.toContain('Hello')
  })

  it('focuses the first setting that cannot be saved', async () => {
    const { user, requested } = renderBuilder()
    await user.click(await screen.findByRole('tab', { name: 'Settings' }))
    const sites = screen.getByLabelText('Sites', { selector: 'textarea' })
    await user.type(sites, 'example.com')
    await user.click(button('Save'))
    expect(screen.getByText('“example.com”: Sites must start with https://, like https://example.com.')).toBeTruthy()
    expect(document.activeElement).toBe(sites)
    expect(requested('signupForms.save')).toEqual([])
  })

  it('sends the end of the last day in the platform’s zone, and origins without paths', () => {
    const known = buildFormRecord()
    const typed = { ...draftOf(known, 'Asia/Kathmandu'), lastDay: '2026-12-31', sites: 'https://Cafe.test/menu\n' }
    const input = saveInputOf(typed, known, 'Asia/Kathmandu')
    expect(input.closesAt).toEqual(new Date('2026-12-31T18:15:00Z'))
    expect(input.allowedSites).toEqual(['https://cafe.test'])
    expect(draftOf(buildFormRecord({ closesAt: input.closesAt }), 'Asia/Kathmandu').lastDay).toBe('2026-12-31')
  })

  it('keeps a time within a day until the day changes', () => {
    const known = buildFormRecord({ closesAt: new Date('2026-12-31T10:00:00Z') })
    expect(saveInputOf(draftOf(known, 'UTC'), known, 'UTC').closesAt).toEqual(known.closesAt)
  })

  it('finds invalid settings', () => {
    const good = draftOf(buildFormRecord(), 'UTC')
    expect(draftErrors(good)).toEqual({})
    expect(
      Object.keys(draftErrors({ ...good, name: ' ', slug: 'Ä', ownerEmail: 'nope', sites: 'http://x.test' })),
    ).toEqual(['name', 'slug', 'ownerEmail', 'sites'])
  })
})
