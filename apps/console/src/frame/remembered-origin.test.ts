import { describe, expect, it } from 'vitest'
import { safeOrigin } from './remembered-origin'

const own = 'https://quaff.example'
const known = new Set(['/dashboard', '/merchants', '/settings/billing'])
const check = (raw: unknown) => safeOrigin(raw, own, (path) => known.has(path))

describe('remembered origin', () => {
  it('§2.2 §G6 keeps path, query and hash of a known route', () => {
    expect(check('/merchants?tab=review&q=tea%20bar#row-3')).toBe('/merchants?tab=review&q=tea%20bar#row-3')
    expect(check('/settings/billing')).toBe('/settings/billing')
  })

  const refused: [string, unknown][] = [
    ['another host without scheme', '//e.com'],
    ['another host behind a known path', '//e.com/dashboard'],
    ['a backslash host', '/\\e.com'],
    ['a tab before the host', '/\t/e.com'],
    ['an encoded tab before the host', '/%09/e.com'],
    ['an encoded backslash', '/%5ce.com'],
    ['a doubly encoded backslash', '/%255ce.com'],
    ['an encoded slash', '/%2fe.com'],
    ['a scheme without slashes', 'https:e.com'],
    ['a full address', 'https://e.com/dashboard'],
    ['the own address in full', `${own}/dashboard`],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['the sign-in page itself', '/auth/login'],
    ['another sign-in page', '/auth/complete-signin?token=x'],
    ['an unknown route', '/nowhere'],
    ['a user part', '/x@e.com'],
    ['steps upwards to a known route', '/auth/../dashboard'],
    ['steps upwards to another host', '/dashboard/..//e.com'],
    ['a line break', '/dashboard\n'],
    ['a broken percent sign', '/dashboard%'],
    ['nothing', ''],
    ['no text', undefined],
    ['a list', ['/dashboard']],
  ]
  for (const [name, raw] of refused) {
    it(`§G6 refuses ${name}`, () => {
      expect(check(raw)).toBeNull()
    })
  }
})
