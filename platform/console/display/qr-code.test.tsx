import { fireEvent, screen } from '@testing-library/react'
import { create } from 'qrcode'
import { expect, it, vi } from 'vitest'
import { renderConsole } from '../testing/render-console'
import { drawQr, QrCode, qrSvgFile } from './qr-code'
import { QrMenu } from './qr-menu'

const text = 'https://quaff.test/f/harbour-cafes'

it('draws every dark module once, inside a quiet zone of four', () => {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const { side, path } = drawQr(text)
  const drawn = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x) - 4, Number(y) - 4])
  expect(side).toBe(size + 8)
  expect(drawn).toHaveLength([...data].filter(Boolean).length)
  expect(drawn.every(([x = -1, y = -1]) => data[y * size + x])).toBe(true)
})

it('is dark on white as a file too', () => {
  const file = qrSvgFile(text)
  expect(file).toContain('<path fill="#fff" d="M0 0h')
  expect(new DOMParser().parseFromString(file, 'image/svg+xml').querySelectorAll('path')).toHaveLength(2)
})

it('says what it holds', () => {
  renderConsole(<QrCode text={text} label={`QR code of ${text}`} />, {})
  expect(screen.getByRole('img', { name: `QR code of ${text}` })).toBeTruthy()
})

it('is the only thing on the paper while it is printed', () => {
  const paper = () => document.querySelectorAll('[data-print-only]').length
  let printed = -1
  vi.stubGlobal('print', () => (printed = paper()))
  renderConsole(<QrMenu text={text} title="Harbour cafés" fileName="form-harbour-cafes" />, {})
  expect(paper()).toBe(0)
  fireEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(printed).toBe(1)
  fireEvent(window, new Event('afterprint'))
  expect(paper()).toBe(0)
  vi.unstubAllGlobals()
})
