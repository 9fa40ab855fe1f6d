import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderConsole } from '../testing/render-console'
import { DateField } from './date-field'

function renderField(start = '', limits: { min?: string; max?: string } = {}) {
  const onChange = vi.fn<(day: string) => void>()
  const onSubmit = vi.fn()
  function Form() {
    const [day, setDay] = useState(start)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <DateField
          {...limits}
          label="Last day"
          today="2026-11-23"
          value={day}
          onChange={(next) => {
            setDay(next)
            onChange(next)
          }}
        />
        <button type="submit">Save</button>
      </form>
    )
  }
  renderConsole(<Form />, {})
  const field = screen.getByLabelText<HTMLInputElement>('Last day')
  return { user: userEvent.setup(), field, onChange, onSubmit }
}

it('takes what is typed when the field is left, and shows it as a date', async () => {
  const { user, field, onChange } = renderField()
  await user.type(field, 'mar 7 2027')
  expect(onChange).not.toHaveBeenCalled()
  await user.tab()
  expect(onChange.mock.calls).toEqual([['2027-03-07']])
  expect(field.value).toBe('Mar 7, 2027')
  await user.clear(field)
  await user.tab()
  expect(onChange).toHaveBeenLastCalledWith('')
})

it('keeps the day of before where something else was typed, says so, and sends nothing', async () => {
  const { user, field, onChange, onSubmit } = renderField('2027-03-07', { min: '2027-01-01' })
  await user.clear(field)
  await user.type(field, '31/31{Enter}')
  expect(field.value).toBe('Mar 7, 2027')
  expect(screen.getByText('“31/31” isn’t a date.')).toBeTruthy()
  expect(onSubmit).not.toHaveBeenCalled()
  await user.clear(field)
  await user.type(field, '2026-12-31{Enter}')
  expect(screen.getByText('Choose Jan 1, 2027 or later.')).toBeTruthy()
  await user.clear(field)
  await user.type(field, '2027-04-01{Enter}')
  expect(onChange.mock.calls).toEqual([['2027-04-01']])
  expect(onSubmit).toHaveBeenCalledOnce()
})

it('the calendar is walked by keys within its limits, and leads back to the field', async () => {
  const { user, field, onChange } = renderField('2026-11-30', { max: '2026-12-05' })
  field.focus()
  await user.keyboard('{ArrowDown}')
  const day = (name: string) => screen.findByRole('button', { name, hidden: true })
  const start = await day('Monday, November 30, 2026')
  await waitFor(() => expect(document.activeElement).toBe(start))
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(await day('Tuesday, December 1, 2026'))
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(await day('Saturday, December 5, 2026'))
  await user.keyboard('{Enter}')
  expect(onChange.mock.calls).toEqual([['2026-12-05']])
  await waitFor(() => expect(document.activeElement).toBe(field))
})

it('Escape closes the calendar alone and changes nothing', async () => {
  const { user, field, onChange } = renderField('2026-11-30')
  const heard = vi.fn()
  document.addEventListener('keydown', heard)
  field.focus()
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Monday, November 30, 2026'))
  heard.mockClear()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect([heard, onChange].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  document.removeEventListener('keydown', heard)
})
