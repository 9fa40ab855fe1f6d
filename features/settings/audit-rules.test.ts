import { describe, expect, it } from 'vitest'
import { entryActions } from '@quaff/features/waitlists/entries-contract'
import { auditActionText, findingText, withoutSecrets } from './audit-rules'

describe('an action in words', () => {
  it('has the words of the feed, or its own name', () => {
    expect(auditActionText('update_plan')).toBe('Changed a plan')
    expect(auditActionText('export_users')).toBe('Exported users')
    expect(auditActionText('legacy_thing')).toBe('Legacy thing')
    expect(auditActionText('constructor')).toBe('Constructor')
  })

  it('has words for all that is done on a waitlist', () => {
    const lists = ['create', 'update', 'open', 'close', 'delete', 'import', 'export'].map((verb) => `${verb}_waitlist`)
    const people = [...entryActions, 'note', 'forget'].map((verb) => `${verb}_waitlist_entry`)
    const texts = [...lists, ...people].map(auditActionText)
    expect(texts.filter((text) => /^(Create|Update|Open|Close|Delete|Import|Export) /.test(text))).toEqual([])
  })
})

describe('facts without secrets', () => {
  it('keep the last four signs, however deep they lie', () => {
    const facts = { bank: [{ accountNumber: '000123456789', type: 'checking' }], tax_id: 123456789, pin_token: 'abc' }
    expect(withoutSecrets(facts)).toEqual({
      bank: [{ accountNumber: '••••6789', type: 'checking' }],
      tax_id: '••••6789',
      pin_token: 'abc',
    })
    expect(withoutSecrets(null)).toBeNull()
  })
})

describe('a finding in words', () => {
  it.each([
    [{ kind: 'altered', position: 3, auditId: 'aud_1' }, 'Position 3: entry aud_1 was changed after it was sealed.'],
    [
      { kind: 'backdated', position: null, auditId: 'aud_1' },
      'Not sealed yet: entry aud_1 was written later than it claims.',
    ],
    [
      { kind: 'seal_missing', position: 4, auditId: null },
      'Position 4: The seal is missing: an entry and its seal were deleted.',
    ],
  ] as const)('%j', (finding, text) => expect(findingText(finding)).toBe(text))
})
