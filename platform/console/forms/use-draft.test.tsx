import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { line, password, secret } from '../../shared/fields/form-fields'
import { renderConsole } from '../testing/render-console'
import { DraftOwner, dropDrafts } from './changed-forms'
import { GuardedFooter, useCloseGuard } from './form-dialog'
import type { DeclaredSecrets, DraftOptions } from './use-draft'

const fields = { accountNumber: secret(line()), newPassword: password(1, 'Enter it') }
const initialValues = { name: 'Wren', city: '', accountNumber: '', newPassword: '' }

function Form({ version, initial = initialValues }: { version: number; initial?: typeof initialValues }) {
  const form = useForm({ initialValues: initial })
  const guard = useCloseGuard(form.isDirty(), () => undefined, { name: 'venue.1', form, version, fields })
  const [sent, setSent] = useState('')
  return (
    <>
      <output role="none">{sent}</output>
      <button onClick={() => setSent(guard.draft.keyOf(form.values))}>Send</button>
      {Object.keys(initialValues).map((field) => (
        <TextInput key={field} label={field} {...form.getInputProps(field)} />
      ))}
      <GuardedFooter guard={guard}>
        <button onClick={() => guard.leave()}>Save</button>
      </GuardedFooter>
    </>
  )
}

type Opened = { uid?: string; version?: number; initial?: typeof initialValues }
const open = ({ uid = 'usr_1', version = 1, initial }: Opened = {}) =>
  renderConsole(
    <DraftOwner value={uid}>
      <Form version={version} initial={initial} />
    </DraftOwner>,
    {},
  )

const user = userEvent.setup()
const type = (field: string, text: string) => user.type(screen.getByRole('textbox', { name: field }), text)
const valueOf = (field: string) => screen.getByRole<HTMLInputElement>('textbox', { name: field }).value
const kept = () => JSON.stringify(Object.entries(window.sessionStorage))
const send = async () => {
  await user.click(screen.getByRole('button', { name: 'Send' }))
  return document.querySelector('output')?.textContent
}
const restored = /^We restored what you typed\./

/** Types and loses the page without a save, as a crash does. */
async function lose() {
  const view = open()
  await type('city', 'Leeds')
  view.unmount()
}

describe('a draft in the tab', () => {
  it('is restored with a line, and only what was typed', async () => {
    await lose()
    open({ version: 1, initial: { ...initialValues, name: 'Wren & Rye' } })
    expect(valueOf('city')).toBe('Leeds')
    expect(valueOf('name')).toBe('Wren & Rye')
    expect(screen.getByRole('status').textContent).toContain('We restored what you typed.')
    expect(screen.getByRole('status').textContent).not.toContain('changed since')
  })

  it('is written soon after typing, and at once when the page is hidden', async () => {
    open()
    await type('city', 'Leeds')
    window.dispatchEvent(new Event('pagehide'))
    expect(kept()).toContain('Leeds')
    await type('city', ' 2')
    await waitFor(() => expect(kept()).toContain('Leeds 2'))
  })

  it('keeps no password and no account number', async () => {
    const view = open()
    await type('city', 'Leeds')
    await type('accountNumber', '000123456789')
    await type('newPassword', 'correct horse')
    view.unmount()
    expect(kept()).toContain('Leeds')
    expect(kept()).not.toContain('000123456789')
    expect(kept()).not.toContain('correct horse')
  })

  it('says that the record was changed since then', async () => {
    await lose()
    open({ version: 2 })
    expect(screen.getByText(restored).textContent).toContain('Check it before you save.')
  })

  it('goes with Discard', async () => {
    await lose()
    const view = open()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(valueOf('city')).toBe('')
    expect(screen.queryByText(restored)).toBeNull()
    view.unmount()
    open()
    expect(valueOf('city')).toBe('')
  })

  it('goes with a save, and with taking the text back by hand', async () => {
    const view = open()
    await type('city', 'Leeds')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    view.unmount()
    expect(kept()).not.toContain('Leeds')
    open()
    await type('city', 'Hull')
    await waitFor(() => expect(kept()).toContain('Hull'))
    await user.clear(screen.getByRole('textbox', { name: 'city' }))
    await waitFor(() => expect(kept()).not.toContain('draft.'))
  })

  it('shows no line any more once the restored text was taken back by hand', async () => {
    await lose()
    open()
    expect(screen.getByText(restored)).toBeTruthy()
    await user.clear(screen.getByRole('textbox', { name: 'city' }))
    await waitFor(() => expect(screen.queryByText(restored)).toBeNull())
    await type('city', 'Hull')
    expect(screen.queryByText(restored)).toBeNull()
  })

  it('is kept again when the person types on after Discard', async () => {
    await lose()
    const view = open()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await type('city', 'York')
    view.unmount()
    expect(kept()).toContain('York')
  })

  it('is not given to another person', async () => {
    await lose()
    open({ uid: 'usr_2' })
    expect(valueOf('city')).toBe('')
  })

  it.each([
    ['is older than a day', (text: string) => text.replace(/"at":\d+/, '"at":1')],
    ['no longer fits the form', (text: string) => text.replace('"Leeds"', '["Leeds"]')],
    ['has a field that the form has not', (text: string) => text.replace('"city"', '"town"')],
    ['cannot be read', () => '{'],
  ])('is dropped when it %s', async (_why, change) => {
    await lose()
    const [key = ''] = Object.keys(window.sessionStorage)
    window.sessionStorage.setItem(key, change(window.sessionStorage.getItem(key) ?? ''))
    open()
    expect(valueOf('city')).toBe('')
    expect(screen.queryByText(restored)).toBeNull()
  })

  it('goes with a sign-out', async () => {
    await lose()
    dropDrafts()
    expect(window.sessionStorage.length).toBe(0)
  })
})

it('cannot be kept of a form that does not declare its secret fields', () => {
  const form = {
    values: { taxId: '', city: '' },
    getInitialValues: () => ({ taxId: '', city: '' }),
    setValues: () => undefined,
  }
  type Kept = DraftOptions<typeof form.values> & DeclaredSecrets<typeof form.values>
  // @ts-expect-error The tax id is not declared.
  const undeclared: Kept = { name: 'venue', form }
  const declared: Kept = { name: 'venue', form, fields: { taxId: secret(line()) } }
  expect([undeclared.fields, declared.fields.taxId]).toEqual([undefined, expect.objectContaining({ isSecret: true })])
})

describe('a request key', () => {
  it('is the same after a reload if the restored form is sent again, and another one for other text', async () => {
    const view = open()
    await type('city', 'Leeds')
    const first = await send()
    expect(await send()).toBe(first)
    view.unmount()
    open()
    expect(await send()).toBe(first)
    await type('city', ' 2')
    expect(await send()).not.toBe(first)
  })

  it('is kept for a form that was sent unchanged, without a line about restored text', async () => {
    const view = open()
    const first = await send()
    view.unmount()
    open()
    expect(screen.queryByText(restored)).toBeNull()
    expect(await send()).toBe(first)
  })

  it.each(['Save', 'Discard'])('goes with the draft: %s', async (button) => {
    const view = open()
    await type('city', 'Leeds')
    const first = await send()
    view.unmount()
    const second = open()
    await user.click(screen.getByRole('button', { name: button }))
    second.unmount()
    open()
    await type('city', 'Leeds')
    expect(await send()).not.toBe(first)
  })

  it('keeps no typed secret', async () => {
    const view = open()
    await type('accountNumber', '000123456789')
    await send()
    view.unmount()
    expect(kept()).not.toContain('000123456789')
  })
})
