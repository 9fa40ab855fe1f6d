import { describe, expect, it } from 'vitest'
import { framedMail } from './rules'

const html =
  '<!DOCTYPE html><html><head><style>@media (prefers-color-scheme: dark){b{color:#fff}}</style></head><body>a</body></html>'

describe('a mail in a frame', () => {
  it('fetches nothing and opens nothing', () => {
    const framed = framedMail(html, 'light')
    expect(framed.indexOf("default-src 'none'")).toBeLessThan(framed.indexOf('<style>'))
    expect(framed).toContain('<base target="_blank">')
  })

  it('is dark or light as asked, not as the reader’s system is', () => {
    expect(framedMail(html, 'dark')).toContain('@media all{')
    expect(framedMail(html, 'light')).toContain('@media not all{')
    for (const scheme of ['dark', 'light'] as const) expect(framedMail(html, scheme)).not.toContain('prefers-color')
  })
})
