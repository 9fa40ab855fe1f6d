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
  const choice = { name: 'Semicolons, decimal comma', hidden: true }
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { ...choice, checked: false }))
  expect(screen.getByRole('menuitemcheckbox', { ...choice, checked: true })).toBeTruthy()
  await download()
  expect(paths).toEqual(['/api/files/payouts-export', '/api/files/payouts-export?csv=semicolon'])
})
