import { describe, expect, it } from 'vitest'
import { findMails, framedMail } from './rules'

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

describe('a search for a mail', () => {
  const mails = [
    { template: 'a', name: 'Waitlist invitation', receiver: 'Whoever is invited' },
    { template: 'b', name: 'Payout statement', receiver: 'The merchant’s owners' },
  ]
  const found = (query: string) => findMails(mails, query).map(({ template }) => template)

  it('asks for every word, in the name or in who gets it', () => {
    expect(found('STATEMENT owners')).toEqual(['b'])
    expect(found('invit')).toEqual(['a'])
    expect(found('invitation owners')).toEqual([])
  })

  it('finds all without a word', () => {
    expect(found('  ')).toEqual(['a', 'b'])
  })
})
