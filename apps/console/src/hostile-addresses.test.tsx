import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderAddress, sessionOf } from './testing/render-address'

it('an invalid value in the address of a list never reaches the server', async () => {
  const list = vi.fn<(input: unknown) => unknown>(() => ({ items: [], nextCursor: null, total: 0 }))
  renderAddress('/merchants?tab=applications&sort=constructor&order=up&status=alive', sessionOf(), {
    'merchants.list': list,
  })
  expect(await screen.findByRole('heading', { level: 1, name: /Merchants/ })).toBeTruthy()
  await expect.poll(() => list.mock.calls.length).toBeGreaterThan(0)
  expect(list.mock.calls[0]?.[0]).toMatchObject({ tab: 'all', sort: 'name', order: 'desc' })
  expect(list.mock.calls[0]?.[0]).not.toMatchObject({ status: expect.anything() })
})
