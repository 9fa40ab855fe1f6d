import { describe, expect, it } from 'vitest'
import { decidePicture, exportedName, linksOf, objectOf, picturePath, venueOf } from './pictures-rules'

describe('§7 the URL of a picture', () => {
  const logo = { bucket: 'b.appspot.com', path: 'logos/m 1.png' }
  it.each([
    ['https://firebasestorage.googleapis.com/v0/b/b.appspot.com/o/logos%2Fm%201.png?alt=media&token=t', logo],
    ['http://localhost:9199/v0/b/b.appspot.com/o/logos%2Fm%201.png', logo],
    ['gs://b.appspot.com/logos/m 1.png', logo],
    ['https://storage.googleapis.com/b.appspot.com/logos/m%201.png?X-Goog-Expires=1', logo],
    ['https://b.appspot.com.storage.googleapis.com/logos/m%201.png', logo],
    ['/files/brand/0a.webp', { bucket: null, path: 'brand/0a.webp' }],
    ['logos/m1.PNG', { bucket: null, path: 'logos/m1.PNG' }],
    ['/logos/m1.jpeg', { bucket: null, path: 'logos/m1.jpeg' }],
  ])('maps %s to a file of the old storage', (address, object) => expect(objectOf(address)).toEqual(object))

  it.each([
    'https://pictures.test/l.png',
    'https://firebasestorage.googleapis.com/v0/b/b/o/..%2F..%2Fetc%2Fpasswd',
    'gs://b/logos/../../x.png',
    'gs://b//x.png',
    'gs://../x.png',
    'gs://b/a\u0000.png',
    '../x.png',
    'data:image/png;base64,AAAA.png',
    'our logo',
    '',
  ])('returns null for other URLs: %j', (address) => expect(objectOf(address)).toBeNull())

  it('prefers the branding field to the top-level field', () => {
    const [top, own, mark] = ['gs://b/top.png', 'gs://b/own.png', 'gs://b/mark.png']
    const found = linksOf({ logoUrl: top, brandingLogoUrl: own, brandingLogoMarkUrl: mark })
    expect(found.map(({ slot, field, address, was }) => [slot, field, address, was])).toEqual([
      ['logo', 'branding.logoUrl', own, own],
      ['mark', 'branding.logoMarkUrl', mark, mark],
    ])
    expect(linksOf({ logoUrl: top })).toMatchObject([{ slot: 'logo', field: 'logoUrl', address: top, was: null }])
    expect(linksOf({ logoUrl: top, brandingLogoUrl: 'https://pictures.test/l.png' })).toEqual([])
  })
})

it('§7 a picture is identified by merchant and slot, and exported where its URL points', () => {
  expect(picturePath('merchants/m:1', 'mark')).toBe('__pictures__/m:1:mark')
  expect(venueOf('__pictures__/m:1:mark')).toBe('merchants/m:1')
  expect(exportedName({ bucket: 'b', path: 'logos/m1.png' })).toBe('storage/b/logos/m1.png')
  expect(exportedName({ bucket: null, path: 'brand/0a.webp' })).toBe('storage/brand/0a.webp')
})

describe('§7 an imported picture', () => {
  const was = 'gs://b/logo.png'
  const known = {
    was,
    image: '/files/brand/1.webp',
    drawnHash: 'drawn',
    sourceHash: 'one',
    object: { bucket: 'b', path: 'p' },
  }
  const ours = { known, address: known.image, isImage: true }
  it.each([
    [
      'takes the place that says what the document says',
      { known: null, address: was, isImage: false },
      'one',
      was,
      'created',
    ],
    [
      'takes an empty place that the document leaves empty',
      { known: null, address: null, isImage: false },
      'one',
      null,
      'created',
    ],
    [
      'leaves what was uploaded here',
      { known: null, address: '/files/brand/2.webp', isImage: true },
      'one',
      was,
      'kept',
    ],
    ['leaves what was removed here', { known: null, address: null, isImage: false }, 'one', was, 'kept'],
    [
      'is no news to the base that it was exported from',
      { known: null, address: was, isImage: true },
      'one',
      was,
      'kept',
    ],
    ['is the same by its file', ours, 'one', was, 'same'],
    ['is the same by what was drawn from it', ours, 'drawn', was, 'same'],
    ['replaces the one before', ours, 'two', was, 'updated'],
    ['does not replace what was uploaded here since', { ...ours, address: '/files/brand/2.webp' }, 'two', was, 'kept'],
    ['does not come back once it was removed here', { ...ours, address: null, isImage: false }, 'two', null, 'kept'],
    [
      'takes the place again that a document has taken',
      { ...ours, address: was, isImage: false },
      'one',
      was,
      'updated',
    ],
  ] as const)('%s', (_sentence, details, sourceHash, said, decision) =>
    expect(decidePicture(details, { sourceHash, was: said })).toBe(decision),
  )
})
