import { describe, expect, it } from 'vitest'
import type { DocumentMap, SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { originalsOf, restored } from './originals-rules'

const path = 'merchants/m1'
const roundTrip = (document: SourceDocument, ours: DocumentMap, residue: DocumentMap | null, now = ours) =>
  restored(path, now, { residue, originals: originalsOf(document, ours, residue) })

describe('the stored originals of a document', () => {
  const document: SourceDocument = {
    path,
    data: {
      name: ' Half Moon ',
      status: null,
      createdAt: { $time: '2024-01-01T00:00:00.123456Z' },
      contactInfo: { phone: 41, fax: 'none' },
      odd: { $map: { seconds: 1, nanoseconds: 2 } },
    },
    createTime: '2024-01-01T00:00:00.5Z',
  }
  const residue = { contactInfo: { fax: 'none' }, odd: { $map: { seconds: 1, nanoseconds: 2 } } }
  const ours: DocumentMap = {
    name: 'Half Moon',
    status: 'pending_review',
    createdAt: { $time: '2024-01-01T00:00:00.123Z' },
    contactInfo: { phone: '41' },
    settings: { isLive: false },
  }

  it('restore the document exactly if the row was not edited', () => {
    expect(roundTrip(document, ours, residue)).toEqual(document)
  })

  it('restore everything except edited fields', () => {
    const edited = { ...ours, name: 'Full Moon', settings: { isLive: true } }
    expect(roundTrip(document, ours, residue, edited)).toEqual({
      ...document,
      data: { ...document.data, name: 'Full Moon', settings: { isLive: true } },
    })
  })

  it('are empty if nothing was lost', () => {
    expect(originalsOf({ path, data: { name: 'A', extra: 1 } }, { name: 'A' }, { extra: 1 })).toBeNull()
  })

  it('support names of built-in properties and characters that JSON columns reject', () => {
    const data = JSON.parse('{"__proto__":{"a":1},"constructor":2,"a\\u0000":"\\ud800"}') as DocumentMap
    const originals = originalsOf({ path, data }, {}, { 'a\uFFFD': '\uFFFD' })
    expect(originals).toBeTypeOf('string')
    expect(JSON.stringify(originals)).not.toMatch(/[^\\]\\u0000/)
    const again = restored(path, {}, { residue: { 'a\uFFFD': '\uFFFD' }, originals })
    expect(JSON.stringify(again.data)).toBe(JSON.stringify(data))
    expect(Object.getPrototypeOf(again.data)).toBe(Object.prototype)
  })
})
