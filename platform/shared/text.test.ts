import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeTitle, codeText, isolated } from './readable-text'
import { lineSchema, linesWithoutControls, nameSchema, readableText, withoutControls } from './text'

describe('typed text', () => {
  it('loses control characters and lone surrogates, which the database rejects', () => {
    expect(withoutControls('a\u0000b\r\nc\uD83D d \uDE00')).toBe('a b  c\uFFFD d \uFFFD')
    expect(withoutControls('Café \u{1F375} ok')).toBe('Café \u{1F375} ok')
  })

  it('loses marks of text direction', () => {
    expect(withoutControls('Caf\u202Eé\u2066 \u200Fok\u061C')).toBe('Café ok')
  })

  it('keeps its line breaks if it has several lines', () => {
    expect(linesWithoutControls('one\r\ntwo\u0007\rthree\n')).toBe('one\ntwo \nthree\n')
  })
})

describe('a name', () => {
  const bidi = ['\u061C', '\u200E', '\u200F', '\u202A', '\u202E', '\u2066', '\u2069']
  const invisible = [
    ...bidi,
    '\u200B',
    '\u200C',
    '\u200D',
    '\u2060',
    '\uFEFF',
    '\u00AD',
    '\u034F',
    '\u180E',
    '\u3164',
    '\u115F',
    '\u2800',
    '\u0301',
    '\u20DD',
    '\uFE0F',
    '\u{E0100}',
    '\u{E0041}',
    ' ',
    '\u00A0',
    '\u3000',
    '\t',
    '\u0000',
    '\n',
  ]
  const nothing = fc.string({ unit: fc.constantFrom(...invisible), maxLength: 12 })
  const letter = fc.constantFrom('a', 'Ż', '東', 'ش', 'क', '☕', '7', '-')

  it.each(invisible.map((one) => [one.codePointAt(0)?.toString(16), one]))('of U+%s alone is empty', (_, one) => {
    expect(nameSchema('Enter a name').safeParse(one).error?.issues[0]?.message).toBe('Enter a name')
    expect(lineSchema().parse(one)).toBe('')
  })

  it('is empty if no character is visible, in any mixture', () => {
    fc.assert(
      fc.property(nothing, (value) => {
        expect(nameSchema().safeParse(value).success).toBe(false)
        expect(lineSchema().parse(value)).toBe('')
      }),
    )
  })

  it('with one visible character is accepted without direction marks, and is stable', () => {
    fc.assert(
      fc.property(nothing, letter, nothing, (before, sign, after) => {
        const name = nameSchema().parse(`${before}${sign}${after}`)
        expect(name.normalize('NFD')).toContain(sign.normalize('NFD'))
        expect(bidi.some((mark) => name.includes(mark))).toBe(false)
        expect(nameSchema().parse(name)).toBe(name)
      }),
    )
  })

  it.each([
    '\u{1F468}\u200D\u{1F469}\u200D\u{1F467} Café',
    'می\u200Cخواهم',
    'क्\u200Dष',
    'Łódź 東京',
    '❤\uFE0F',
    '塚\uFA10',
  ])('keeps the joiners and accents of %s', (name) => {
    expect(readableText(name)).toBe(name)
    expect(nameSchema().parse(name)).toBe(name)
  })

  it.each([
    ['Zoe\u0308', 'Zoë'],
    ['\u1112\u1161\u11AB\uFA10', '한\uFA10'],
    ['e\u202E\u0301', 'é'],
  ])('is stored composed: %j', (typed, stored) => {
    expect(readableText(typed)).toBe(stored)
    expect(nameSchema().parse(typed)).toBe(stored)
  })

  it('is measured in its stored form', () => {
    expect(nameSchema('Enter a name', 3).safeParse('  abc\u202E ').success).toBe(true)
    expect(nameSchema('Enter a name', 3).safeParse('abcd').success).toBe(false)
  })
})

it('writes a code word as people would', () => {
  expect(codeText('pending_review')).toBe('pending review')
  expect(['pending_review', 'active', '_odd_', ''].map(codeTitle)).toEqual(['Pending review', 'Active', 'Odd', ''])
})

describe('a name in a sentence', () => {
  it.each(['قهوة 24', 'בית 7 (מרכז)', 'شركة (Ltd.) 3', 'Café قهوة', 'ⵣ \u{10A10}', '\u{1E900}'])(
    'of %s is isolated',
    (name) => {
      expect(`${isolated(name)} Dashboard`).toBe(`\u2068${name}\u2069 Dashboard`)
    },
  )

  it.each(['Café Noël', '東京 3', 'Łódź', '☕\uFE0F', '', 'कॉफ़ी'])('of %j stays as it is', (name) => {
    expect(isolated(name)).toBe(name)
  })
})
