import { ORPCError } from '@orpc/client'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { payloadSets } from '@quaff/platform/testing/script-payloads'
import type { PublicForm } from '../../answering-contract'
import type { FormField } from '../../fields-contract'
import { newFields } from '../../fields-rules'
import { AnswerPage } from './answer-page-widget'
import { slugOf, type AnsweringApi } from './answering-api-widget'

const field = (changes: Partial<FormField> & Pick<FormField, 'id' | 'kind'>): FormField => ({
  label: changes.id,
  help: '',
  required: false,
  options: [],
  showWhen: null,
  ...changes,
})
const kinds = field({ id: 'kind', kind: 'choice', label: 'What are you?', options: ['Café', 'Bar'], required: true })
const beans = field({
  id: 'beans',
  kind: 'short',
  label: 'Which beans?',
  required: true,
  showWhen: { fieldId: 'kind', equals: 'Café' },
})
const site = field({ id: 'site', kind: 'website', label: 'Your site' })
const photo = field({ id: 'photo', kind: 'image', label: 'A picture of the counter', help: 'By daylight.' })
const live = (...fields: FormField[]): PublicForm & { state: 'live' } => ({
  state: 'live',
  name: '<b>Cafés</b> 2027',
  version: 3,
  intro: 'Two minutes.',
  successText: 'See you soon.',
  fields: [...newFields(), ...fields],
  startToken: 'start',
})
const sent = { submitted: true, reference: '7K2M-9QXD' }
const refuse = (status: number, data: { reason: string; field?: string }, message: string) =>
  Promise.reject(new ORPCError('REFUSED', { status, message, data }))

function open(form: PublicForm = live(), changes: Partial<AnsweringApi> = {}, details: { isPreview?: boolean } = {}) {
  const submit = vi.fn<AnsweringApi['submit']>(() => Promise.resolve(sent))
  const upload = vi.fn<AnsweringApi['upload']>(() => Promise.resolve({ id: 'pic_1' }))
  const api = {
    open: vi.fn(() => Promise.resolve(form)),
    noteStart: vi.fn(() => Promise.resolve()),
    mailCode: vi.fn(() => Promise.resolve()),
    checkCode: vi.fn(() => Promise.resolve({ token: 'proof-token' })),
    submit,
    upload,
    ...changes,
  }
  render(<AnswerPage api={api} slug="cafes-2027" affiliateCode="TABLE12" {...details} />)
  return { api, submit, upload, user: userEvent.setup() }
}

type User = ReturnType<typeof userEvent.setup>
const send = () => screen.getByRole('button', { name: 'Send' })
async function fill(user: User) {
  await user.type(await screen.findByRole('textbox', { name: 'Business name' }), 'Half Moon')
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@halfmoon.test')
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const picture = () => new File(['bytes'], 'counter.png', { type: 'image/png' })
const chooseFile = (user: User) => user.upload(screen.getByLabelText(/A picture of the counter/), picture())

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

describe('the form page', () => {
  it('reads the slug from the URL', () => {
    expect(['/f/cafes-2027', '/f/caf%C3%A9/', '/f/%E0%A4%A', '/f'].map(slugOf)).toEqual(['cafes-2027', 'café', '', ''])
  })

  it('sends the answers once despite twelve presses, and shows its own confirmation', async () => {
    const { submit, user, api } = open(live(site))
    await fill(user)
    await user.type(screen.getByRole('textbox', { name: /Your site/ }), 'halfmoon.test')
    for (let count = 0; count < 12; count++) send().click()
    await heading('Sent')
    expect(screen.getByText('See you soon.')).toBeTruthy()
    expect(screen.getByText('7K2M-9QXD').parentElement?.textContent).toMatch(/^Your reference: 7K2M-9QXD/)
    expect(submit).toHaveBeenCalledTimes(1)
    expect(submit.mock.calls[0]?.[0]).toMatchObject({
      slug: 'cafes-2027',
      version: 3,
      startToken: 'start',
      trap: '',
      affiliateCode: 'TABLE12',
      answers: [
        { fieldId: 'business_name', value: 'Half Moon' },
        { fieldId: 'email', value: 'ana@halfmoon.test' },
        { fieldId: 'site', value: 'https://halfmoon.test' },
      ],
    })
    expect(api.noteStart).toHaveBeenCalledTimes(1)
    expect(api.mailCode).not.toHaveBeenCalled()
    expect(sessionStorage.getItem('quaff.form.cafes-2027.3')).toBeNull()
  })

  it('shows markup as text', async () => {
    open()
    await heading('<b>Cafés</b> 2027')
  })

  it('shows forty script payloads as text, also in the confirmation', async () => {
    for (const text of payloadSets(5)) {
      const { user } = open({ ...live(), intro: text, successText: text })
      await fill(user)
      expect(document.body.textContent).toContain(text)
      const written = 'script, style, iframe, object, embed, img, [onload], [onerror], [onfocus]'
      expect(document.querySelectorAll(written)).toHaveLength(0)
      send().click()
      await heading('Sent')
      expect(document.body.textContent).toContain(text)
      expect(document.querySelectorAll(written)).toHaveLength(0)
      cleanup()
      sessionStorage.clear()
    }
  })

  it('explains a question to screen readers too', async () => {
    open(live(photo, { ...site, help: 'If there is one.' }, { ...kinds, help: 'What suits best.' }))
    const address = await screen.findByRole('textbox', { name: /Your site/ })
    const described = [
      screen.getByLabelText(/^A picture/),
      address,
      screen.getByRole('group', { name: /What are you/ }),
    ]
    const texts = [/^By daylight\./, 'If there is one.', 'What suits best.']
    for (const [index, text] of texts.entries())
      expect(described[index]?.getAttribute('aria-describedby')).toContain(screen.getByText(text).id || 'an id')
  })

  it('asks follow-up questions, and drops their answers with the condition', async () => {
    const { submit, user } = open(live(kinds, beans))
    await fill(user)
    expect(screen.queryByRole('textbox', { name: 'Which beans?' })).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'Café' }))
    await user.type(screen.getByRole('textbox', { name: 'Which beans?' }), 'Arabica')
    await user.click(screen.getByRole('radio', { name: 'Bar' }))
    await user.click(send())
    await heading('Sent')
    expect(submit.mock.calls[0]?.[0].answers.map(({ fieldId }) => fieldId)).toContain('kind')
  })

  it('§0023 takes several answers if allowed, and an answer can be deselected', async () => {
    const { submit, user } = open(live({ ...kinds, several: true, options: ['Café', 'Bar', 'Club'] }, beans))
    await fill(user)
    const group = screen.getByRole('group', { name: /What are you/ })
    expect(group.getAttribute('aria-describedby')).toBe(screen.getByText('Choose all that apply.').id)
    await user.click(send())
    await user.click(screen.getByRole('link', { name: 'What are you?: Choose at least one option' }))
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Café' }))
    for (const name of ['Club', 'Bar', 'Café', 'Bar']) await user.click(screen.getByRole('checkbox', { name }))
    await user.type(screen.getByRole('textbox', { name: 'Which beans?' }), 'Arabica')
    await user.click(send())
    await heading('Sent')
    expect(submit.mock.calls[0]?.[0].answers).toContainEqual({ fieldId: 'kind', value: 'Café\nClub' })
  })

  it('sends no answer of a question that is hidden now', async () => {
    const { submit, user } = open(live(kinds, { ...beans, required: false }))
    await fill(user)
    await user.click(await screen.findByRole('radio', { name: 'Café' }))
    await user.type(screen.getByRole('textbox', { name: /Which beans/ }), 'Arabica')
    await user.click(screen.getByRole('radio', { name: 'Bar' }))
    await user.click(send())
    await heading('Sent')
    expect(submit.mock.calls[0]?.[0].answers.map(({ fieldId }) => fieldId)).not.toContain('beans')
  })

  it('counts one view and one start per visit, despite reloads, until it is sent', async () => {
    const first = open()
    await fill(first.user)
    expect(first.api.open).toHaveBeenCalledExactlyOnceWith('cafes-2027', true)
    cleanup()
    const again = open()
    await again.user.type(await screen.findByRole('textbox', { name: 'Business name' }), 's')
    expect(again.api.open).toHaveBeenCalledExactlyOnceWith('cafes-2027', false)
    expect(again.api.noteStart).not.toHaveBeenCalled()
    await again.user.click(send())
    await heading('Sent')
    cleanup()
    const next = open()
    await fill(next.user)
    expect(next.api.open).toHaveBeenCalledWith('cafes-2027', true)
    expect(next.api.noteStart).toHaveBeenCalledTimes(1)
  })

  it('does not count a preview from the console', async () => {
    const { api, user } = open(live(), {}, { isPreview: true })
    await fill(user)
    expect(api.open).toHaveBeenCalledExactlyOnceWith('cafes-2027', false)
    expect(api.noteStart).not.toHaveBeenCalled()
  })

  it('does not send answers that are too long in total, and names the longest', async () => {
    const stories = Array.from({ length: 9 }, (_, at) => field({ id: `s${at}`, kind: 'long', label: `Story ${at}` }))
    const { submit, user } = open(live(...stories))
    await fill(user)
    for (const { label } of stories) {
      const text = 'x'.repeat(label === 'Story 4' ? 4_000 : 3_600)
      fireEvent.change(screen.getByRole('textbox', { name: new RegExp(label) }), { target: { value: text } })
    }
    await user.click(send())
    expect(await screen.findByRole('link', { name: /^Story 4: Your answers are too long/ })).toBeTruthy()
    expect(submit).not.toHaveBeenCalled()
    fireEvent.change(screen.getByRole('textbox', { name: /Story 4/ }), { target: { value: '' } })
    await user.click(send())
    await heading('Sent')
  })

  it('lists what is missing, with links to the questions', async () => {
    const { submit, user } = open(live(kinds))
    await heading('<b>Cafés</b> 2027')
    await user.click(send())
    expect(document.activeElement).toBe(screen.getByRole('alert'))
    await user.click(screen.getByRole('link', { name: 'What are you?: Choose an option' }))
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Café' }))
    expect(submit).not.toHaveBeenCalled()
  })

  it('keeps the typed answers after a reload', async () => {
    const { user } = open()
    await fill(user)
    cleanup()
    open()
    expect(await screen.findByDisplayValue('Half Moon')).toBeTruthy()
  })

  it('shows the server’s refusal at its question', async () => {
    const text = 'Confirm this email address with the code first.'
    const { user } = open(live(), { submit: () => refuse(400, { reason: 'ANSWERS', field: 'email' }, text) })
    await fill(user)
    await user.click(send())
    expect(await screen.findByRole('link', { name: `Email: ${text}` })).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'x')
    expect(screen.queryByText(text)).toBeNull()
  })

  it('says that it is closed, initially or on sending', async () => {
    open({ state: 'closed', name: 'Cafés 2026' })
    await heading('Cafés 2026')
    expect(screen.getByText('This form is closed and no longer accepts answers.')).toBeTruthy()
    cleanup()
    const { user } = open(live(), { submit: () => refuse(409, { reason: 'CLOSED' }, 'Closed.') })
    await fill(user)
    await user.click(send())
    expect(await screen.findByText('This form is closed and no longer accepts answers.')).toBeTruthy()
  })

  it('says that the form does not exist, or that the server is unreachable', async () => {
    open(live(), { open: () => refuse(404, { reason: 'FORM' }, 'No.') })
    await heading('This form doesn’t exist')
    cleanup()
    open(live(), { open: () => Promise.reject(new TypeError('Failed to fetch')) })
    expect(await screen.findByText(/^Couldn’t reach the server/)).toBeTruthy()
  })

  it('keeps the answers after a broken connection, and resends them under the same key', async () => {
    const submit = vi.fn<AnsweringApi['submit']>()
    submit.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(sent)
    const { user } = open(live(), { submit })
    await fill(user)
    await user.click(send())
    expect(await screen.findByText(/couldn’t confirm this was saved/)).toBeTruthy()
    await user.click(send())
    await heading('Sent')
    expect(new Set(submit.mock.calls.map(([input]) => input.requestKey)).size).toBe(1)
  })

  it('sends changed answers under another key, and unchanged ones after a reload under the first key', async () => {
    const submit = vi.fn<AnsweringApi['submit']>(() => Promise.reject(new TypeError('Failed')))
    const { user } = open(live(), { submit })
    await fill(user)
    await user.click(send())
    await screen.findByText(/couldn’t confirm this was saved/)
    cleanup()
    open(live(), { submit })
    await user.click(await screen.findByRole('button', { name: 'Send' }))
    await screen.findByText(/couldn’t confirm this was saved/)
    await user.type(screen.getByRole('textbox', { name: 'Business name' }), ' Two')
    await user.click(send())
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(3))
    const [first, reloaded, changed] = submit.mock.calls.map(([input]) => input.requestKey)
    expect(reloaded).toBe(first)
    expect(changed).not.toBe(first)
  })
})

describe('a receipt', () => {
  const receipt = () => screen.getByRole('checkbox', { name: 'Verify my email and send me a confirmation' })

  it('§0023 is optional: it asks for the code and sends the proof', async () => {
    const { api, submit, user } = open()
    await fill(user)
    await user.click(receipt())
    await user.click(send())
    expect(api.mailCode).toHaveBeenCalledExactlyOnceWith('ana@halfmoon.test')
    expect(submit).not.toHaveBeenCalled()
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await heading('Sent')
    expect(submit.mock.calls[0]?.[0]).toMatchObject({ proof: 'proof-token' })
  })

  it('that is deselected needs no code', async () => {
    const { api, submit, user } = open()
    await fill(user)
    await user.click(receipt())
    await user.click(send())
    await user.click(await screen.findByRole('button', { name: 'Use a different email' }))
    await user.click(receipt())
    await user.click(send())
    await heading('Sent')
    expect(api.mailCode).toHaveBeenCalledTimes(1)
    expect(submit.mock.calls[0]?.[0]).not.toHaveProperty('proof')
  })

  it('is not offered if a picture requires the code anyway', async () => {
    const { user } = open(live(photo))
    await fill(user)
    expect(receipt()).toBeTruthy()
    await chooseFile(user)
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

describe('a picture', () => {
  it('is uploaded after the code, and its id is sent', async () => {
    const { api, submit, upload, user } = open(live(photo))
    await fill(user)
    await chooseFile(user)
    await user.click(send())
    expect(api.mailCode).toHaveBeenCalledExactlyOnceWith('ana@halfmoon.test')
    expect(upload).not.toHaveBeenCalled()
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await heading('Sent')
    expect(upload).toHaveBeenCalledExactlyOnceWith('cafes-2027', 'proof-token', expect.any(File))
    expect(submit.mock.calls[0]?.[0]).toMatchObject({ proof: 'proof-token' })
    expect(submit.mock.calls[0]?.[0].answers).toContainEqual({ fieldId: 'photo', value: 'pic_1' })
  })

  it('that was uploaded is not uploaded again', async () => {
    const submit = vi.fn<AnsweringApi['submit']>()
    submit.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(sent)
    const { upload, user, api } = open(live(photo), { submit })
    await fill(user)
    await chooseFile(user)
    await user.click(send())
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByText(/couldn’t confirm this was saved/)
    await user.click(send())
    await heading('Sent')
    expect(upload).toHaveBeenCalledTimes(1)
    expect(api.mailCode).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['of another kind', new File(['x'], 'a.pdf', { type: 'application/pdf' }), /^Choose a PNG/],
    ['that is empty', new File([], 'a.png', { type: 'image/png' }), 'This file is empty'],
    ['that is too large', new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }), /5 MB/],
  ])('%s is refused when chosen, and no code is emailed', async (_, file, text) => {
    const { api, submit, user } = open(live(photo))
    await fill(user)
    await userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText(/A picture of the counter/), file)
    expect(await screen.findByText(text)).toBeTruthy()
    await user.click(send())
    expect(api.mailCode).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Remove picture' }))
    await user.click(send())
    await heading('Sent')
    expect(submit).toHaveBeenCalledTimes(1)
  })

  it('that the server refuses is explained, and the answers stay', async () => {
    const text = 'The picture is larger than 5 MB. Choose a smaller one.'
    const upload = () => refuse(413, { reason: 'TOO_LARGE' }, text)
    const { user } = open(live(photo), { upload })
    await fill(user)
    await chooseFile(user)
    await user.click(send())
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByRole('link', { name: `A picture of the counter: ${text}` })).toBeTruthy()
    await waitFor(() => expect(screen.getByDisplayValue('Half Moon')).toBeTruthy())
  })
})
