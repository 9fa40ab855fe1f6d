import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { setRpcLink } from '@quaff/platform/console/rpc'
import { preferences } from '@quaff/platform/console/theme/use-preferences'
import type { CsvDialect } from '@quaff/platform/shared/csv-format'
import type { SessionUser } from '../contract'
import { useOwnCsvDialect } from './use-stored-session'

afterEach(() => {
  cleanup()
  call.mockClear()
  window.localStorage.clear()
})

const ada = (csvDialect?: CsvDialect) => ({ uid: 'usr_ada', ...(csvDialect && { csvDialect }) }) as SessionUser
const call = vi.fn(async (_path: readonly string[], _input: unknown) => ({ success: true }))
setRpcLink({ call }, () => {})
const saved = () => call.mock.calls.map(([path, input]) => [path.join('.'), input])
const saving = (csvDialect: CsvDialect) => ['sessions.saveCsvDialect', { csvDialect }]

it('the choice of the account is taken over by another browser', () => {
  preferences.set({ csvDialect: 'swiss', density: 'compact' })
  renderHook(() => useOwnCsvDialect(ada('semicolon')))
  expect(preferences.get()).toMatchObject({ csvDialect: 'semicolon', density: 'compact' })
})

it('a choice is saved once, and other preferences and choices before the sign-in are not', async () => {
  const { rerender } = renderHook((user?: SessionUser) => useOwnCsvDialect(user))
  preferences.set({ csvDialect: 'semicolon' })
  rerender(ada('comma'))
  preferences.set({ density: 'compact' })
  preferences.set({ csvDialect: 'semicolon' })
  preferences.set({ csvDialect: 'semicolon' })
  preferences.set({ csvDialect: 'swiss' })
  await expect.poll(saved).toEqual([saving('semicolon'), saving('swiss')])
})

it('without a connection the choice stays in this browser', async () => {
  call.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  renderHook(() => useOwnCsvDialect(ada()))
  preferences.set({ csvDialect: 'swiss' })
  await expect.poll(saved).toEqual([saving('swiss')])
  expect(preferences.get().csvDialect).toBe('swiss')
})
