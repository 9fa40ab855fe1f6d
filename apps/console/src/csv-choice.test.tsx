import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ExportMenu } from '@quaff/platform/console/list/export-menu'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import { downloadFile } from './rpc-client'

afterEach(() => {
  vi.unstubAllGlobals()
  window.localStorage.clear()
})

it('the choice in the export menu is kept, and the next download asks for it', async () => {
  const paths: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    paths.push(pathname + search)
    return new Response('{}', { status: 500 })
  })
  const file = { path: '/api/files/payouts-export', body: { format: 'csv' } }
  const download = () => downloadFile(file, new AbortController().signal).catch(() => undefined)
  await download()
  renderConsole(<ExportMenu onExport={() => {}} />, {})
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  for (const name of ['Semicolons, 1,50', 'Semicolons, 1.50', 'Commas, 1.50']) {
    fireEvent.click(await screen.findByRole('menuitemradio', { name, hidden: true, checked: false }))
    expect(screen.getAllByRole('menuitemradio', { hidden: true, checked: true })).toHaveLength(1)
    await download()
  }
  const path = '/api/files/payouts-export'
  expect(paths).toEqual(['comma', 'semicolon', 'swiss', 'comma'].map((dialect) => `${path}?csv=${dialect}`))
})
