import { StandardRPCJsonSerializer } from '@orpc/client/standard'
import { describe, expect, it } from 'vitest'
import { PlainJsonSerializer } from './rpc-handler'

const at = new Date('2026-11-28T02:30:00Z')
const cases: Record<string, unknown> = {
  text: 'Café Noël',
  nothing: undefined,
  null: null,
  'a date': at,
  'an impossible date': new Date(Number.NaN),
  'a page of a list': {
    rows: [
      { id: 'mer_1', name: 'Café', createdAt: at, seenAt: null, revenue: [{ currency: 'EUR', amountMinor: 1_250 }] },
      { id: 'mer_2', name: '', createdAt: at, seenAt: at, revenue: [] },
    ],
    nextCursor: null,
    total: 2,
  },
  'missing values': { kept: 1, missing: undefined, list: [1, undefined, at] },
  'an object without a prototype': Object.assign(Object.create(null), { at }),
  'not a number': { rows: [{ value: Number.NaN, at }] },
  'a large number': [{ count: 2n ** 60n, at }],
  'a set and a map': { chosen: new Set([at, 'x']), byId: new Map([['a', { at }]]) },
  'an address': { url: new URL('https://quaff.test/a'), pattern: /a+/i },
  'its own form': { toJSON: () => 'never', at },
}

describe('the console protocol', () => {
  it.each(Object.entries(cases))('writes %s as the library does', (_, data) => {
    const [ours, theirs] = [new PlainJsonSerializer(), new StandardRPCJsonSerializer()]
    const sent = (serializer: StandardRPCJsonSerializer) => {
      const [json, meta, maps, blobs] = serializer.serialize(data)
      return { text: JSON.stringify({ json, meta }), maps, blobs }
    }
    expect(sent(ours)).toEqual(sent(theirs))
  })

  it('leaves files to the library', () => {
    const file = new Blob(['x'])
    expect(new PlainJsonSerializer().serialize({ file }).slice(2)).toEqual([[['file']], [file]])
  })
})
