import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { DraftOwner, leaveForms } from '@quaff/platform/console/forms/changed-forms'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { buildEntryRecord } from '../testing/waitlist-rows-factory'
import { NotesForm } from './entry-details-view'

const open = (answers: Answers = {}) =>
  renderConsole(
    <DraftOwner value="usr_1">
      <NotesForm entry={buildEntryRecord()} />
    </DraftOwner>,
    answers,
  )

it('asks before typed notes are lost, restores them after a crash, and keeps none that were saved', async () => {
  const user = userEvent.setup()
  const lost = open()
  await user.type(screen.getByRole('textbox', { name: 'Notes' }), 'Asked twice')
  const leave = vi.fn()
  leaveForms(leave)
  expect(await screen.findByText('Discard what you typed?')).toBeTruthy()
  expect(leave).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Keep editing' }))
  lost.unmount()
  open({ 'waitlists.saveNotes': () => buildEntryRecord({ version: 5, notes: 'Asked twice' }) })
  expect(await screen.findByText(/^We restored what you typed/)).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveProperty('value', 'Asked twice')
  await user.click(screen.getByRole('button', { name: 'Save notes' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save notes' })).toBeNull())
  expect(JSON.stringify(Object.entries(window.sessionStorage))).not.toContain('Asked twice')
})
