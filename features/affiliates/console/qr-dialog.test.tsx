import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import { buildLink } from '../testing/link-row-factory'
import { PrintCards, QrDialog } from './qr-dialog'

it('four cards carry the name of the venue, the code and the address, and not what the link is called', () => {
  renderConsole(<PrintCards link={buildLink({ name: 'Tent <b>7</b>' })} />, {})
  expect(screen.getAllByText('Half Moon')).toHaveLength(4)
  expect(screen.getAllByText('quaff.test/r/table-tent')).toHaveLength(4)
  expect(screen.getAllByRole('img', { name: 'QR code for https://quaff.test/r/table-tent' })).toHaveLength(4)
  expect(screen.queryByText(/Tent/)).toBeNull()
})

it('are the platform’s without a merchant, and ask venues where they lead to the signup', () => {
  renderConsole(<PrintCards link={buildLink({ merchantName: null, destination: 'partner_signup' })} />, {})
  expect(screen.getAllByText('Quaff')).toHaveLength(4)
  expect(screen.getAllByText('Bring your venue to Quaff.')).toHaveLength(4)
})

it('are what the dialog prints', () => {
  let printed = ''
  vi.stubGlobal('print', () => (printed = document.querySelector('[data-print-only]')?.textContent ?? ''))
  renderConsole(<QrDialog link={buildLink()} onClose={() => undefined} />, {})
  fireEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(printed.match(/Half Moon/g)).toHaveLength(4)
  vi.unstubAllGlobals()
})
