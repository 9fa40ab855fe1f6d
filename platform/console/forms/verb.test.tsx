import { ORPCError } from '@orpc/client'
import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { line, secret } from '../../shared/fields/form-fields'
import { renderConsole } from '../testing/render-console'
import { DraftOwner } from './changed-forms'
import { useChoice, useTyped } from './field-inputs'
import { useVerb } from './use-save'
import { VerbDialog } from './verb-dialog'

type Row = { id: string; version: number }
const stale = () => Object.assign(new Error('Changed in between'), { data: { reason: 'STALE_VERSION' } })

interface FrameDetails {
  call?: (row: Row) => Promise<object>
  load?: () => Promise<Row>
  blocked?: boolean
}

function renderFrame({ call = () => Promise.resolve({}), load, blocked }: FrameDetails) {
  const calls = vi.fn(call)
  const seen = { read: vi.fn(() => 'read'), done: vi.fn(), close: vi.fn(), calls }
  function Frame() {
    const reason = useTyped(line())
    const code = useTyped(secret(line()))
    const when = useChoice('later')
    useQuery({ queryKey: ['payouts'], queryFn: seen.read, initialData: 'known', staleTime: Infinity })
    const verb = useVerb<Row>({
      what: 'payout',
      opened: { id: 'pay_1', version: 1 },
      keys: [['payouts']],
      load: load ?? (({ id }) => Promise.resolve({ id, version: 2 })),
      failed: 'Failed to cancel',
    })
    return (
      <VerbDialog
        verb={verb}
        title="Cancel the payout?"
        button={when.value === 'now' ? 'Cancel now' : 'Cancel payout'}
        cancel="Keep invitation"
        blocked={blocked}
        fields={{ reason, code, when }}
        check={() => reason.value !== 'wrong'}
        call={calls}
        onDone={seen.done}
        onClose={seen.close}
      >
        <input aria-label="Reason" value={reason.value} onChange={reason.props.onChange} />
        <input aria-label="Code" value={code.value} onChange={code.props.onChange} />
        <button type="button" onClick={() => when.set('now')}>
          Now
        </button>
      </VerbDialog>
    )
  }
  const { unmount } = renderConsole(
    <DraftOwner value="usr_1">
      <Frame />
    </DraftOwner>,
    {},
  )
  return { ...seen, unmount }
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

it('runs once however often it is sent, then reads again what shows the record', async () => {
  const seen = renderFrame({})
  const { form } = await screen.findByRole<HTMLButtonElement>('button', { name: 'Cancel payout' })
  fireEvent.submit(form ?? document.body)
  fireEvent.submit(form ?? document.body)
  await waitFor(() => expect(seen.done.mock.calls).toEqual([[{}]]))
  expect(seen.calls.mock.calls).toEqual([[{ id: 'pay_1', version: 1 }]])
  await waitFor(() => expect(seen.read).toHaveBeenCalledTimes(1))
})

it('keeps what was typed when it fails, and says why', async () => {
  const seen = renderFrame({
    call: () =>
      Promise.reject(new ORPCError('INTERNAL_SERVER_ERROR', { message: 'Our side.', data: { reason: 'UNEXPECTED' } })),
  })
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'Twice' } })
  await press('Cancel payout')
  expect(await screen.findByText('Failed to cancel')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Twice')
  expect(seen.done).not.toHaveBeenCalled()
})

it('says that someone was faster, and goes on with their version', async () => {
  const call = vi.fn(() => Promise.resolve({})).mockRejectedValueOnce(stale())
  const seen = renderFrame({ call })
  await press('Cancel payout')
  expect(await screen.findByText('This payout was changed while you were editing')).toBeTruthy()
  expect(screen.queryByText('Failed to cancel')).toBeNull()
  await press('Load the saved version')
  await waitFor(() => expect(screen.queryByText('This payout was changed while you were editing')).toBeNull())
  await press('Cancel payout')
  await waitFor(() => expect(seen.calls).toHaveBeenLastCalledWith({ id: 'pay_1', version: 2 }))
})

it('says that their version could not be loaded', async () => {
  renderFrame({ call: () => Promise.reject(stale()), load: () => Promise.reject(new Error('broken')) })
  await press('Cancel payout')
  await press('Load the saved version')
  expect(await screen.findByText('Couldn’t load this payout')).toBeTruthy()
})

it('asks before typed text is lost, and closes at once without any', async () => {
  const seen = renderFrame({})
  const field = await screen.findByLabelText('Reason')
  fireEvent.change(field, { target: { value: 'Twice' } })
  await press('Keep invitation')
  expect(await screen.findByText('Discard what you typed?')).toBeTruthy()
  expect(seen.close).not.toHaveBeenCalled()
  await press('Keep editing')
  fireEvent.change(field, { target: { value: '' } })
  await press('Keep invitation')
  expect(seen.close).toHaveBeenCalledTimes(1)
})

it('sends nothing while it is blocked, by Enter neither', async () => {
  const seen = renderFrame({ blocked: true })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Cancel payout' })
  expect(button.disabled).toBe(true)
  fireEvent.submit(button.form ?? document.body)
  expect(seen.calls).not.toHaveBeenCalled()
})

it('sends nothing while what was typed is wrong', async () => {
  const seen = renderFrame({})
  const field = await screen.findByLabelText('Reason')
  fireEvent.change(field, { target: { value: 'wrong' } })
  await press('Cancel payout')
  expect(seen.calls).not.toHaveBeenCalled()
  fireEvent.change(field, { target: { value: 'Twice' } })
  await press('Cancel payout')
  await waitFor(() => expect(seen.done).toHaveBeenCalledTimes(1))
})

describe('a dialog that is lost with its page', () => {
  const reason = () => screen.findByLabelText<HTMLInputElement>('Reason')

  it('restores what was typed and chosen, though the choice renamed its button', async () => {
    const seen = renderFrame({})
    fireEvent.change(await reason(), { target: { value: 'Twice' } })
    await press('Now')
    expect(await screen.findByRole('button', { name: 'Cancel now' })).toBeTruthy()
    seen.unmount()
    renderFrame({})
    expect((await reason()).value).toBe('Twice')
    expect(screen.getByRole('button', { name: 'Cancel now' })).toBeTruthy()
    await press('Discard')
    expect((await reason()).value).toBe('')
    expect(screen.getByRole('button', { name: 'Cancel payout' })).toBeTruthy()
  })

  it('stores no secret', async () => {
    const seen = renderFrame({})
    fireEvent.change(await reason(), { target: { value: 'Twice' } })
    fireEvent.change(screen.getByLabelText('Code'), { target: { value: '482913' } })
    seen.unmount()
    const kept = JSON.stringify(Object.entries(window.sessionStorage))
    expect(kept).toContain('Twice')
    expect(kept).not.toContain('482913')
  })
})
