import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { unconfirmedText } from '../../forms/error-text'
import { renderConsole } from '../../testing/render-console'
import { ProgressDialog } from './bulk-results-dialog'
import { notTried, summaryOf, type RowResult } from './use-bulk-run'

it('counts what is done, and stops once', async () => {
  const onStop = vi.fn()
  renderConsole(<ProgressDialog label="Approve" done={3} total={1_200} unit="payouts" onStop={onStop} />, {})
  expect(await screen.findByText('3 of 1,200 payouts')).toBeTruthy()
  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Approve' }).max).toBe(1_200)
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('Stopping…')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Stop' }).disabled).toBe(true)
  expect(onStop).toHaveBeenCalledTimes(1)
})

it('says in a line what became of all', () => {
  const result = (error: string | null): RowResult => ({ id: 'a', name: 'A', ok: error === null, error })
  expect(summaryOf('approved', [result(null), result(null)])).toBe('2 approved')
  expect(summaryOf('approved', [result(null), result('No bank details'), result(notTried)])).toBe(
    '1 approved · 1 failed · 1 not tried',
  )
  expect(summaryOf('approved', [result(null), result(unconfirmedText), result(notTried)])).toBe(
    '1 approved · 1 not confirmed · 1 not tried',
  )
})
