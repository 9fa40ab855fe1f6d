import fc from 'fast-check'
import { domainToUnicode } from 'node:url'
import { describe, expect, it } from 'vitest'
import { emailError, emailErrorText, isEmail, normalizeEmail, readableEmail } from './email-address'
import { errorOf, email } from './fields/form-fields'
import { readableDomain } from './readable-domain'
import { emailSchema } from './text'

describe('an address with an internationalized domain', () => {
  const forms = [
    ['info@почта.рф', 'info@xn--80a1acny.xn--p1ai', 'INFO@ПОЧТА.РФ'],
    ['hallo@müller-kaffee.de', 'hallo@xn--mller-kaffee-dlb.de', 'Hallo@mu\u0308ller-kaffee.de'],
    ['info@café.de', 'info@xn--caf-dma.de', 'info@CAFE\u0301.de'],
    ['info@例え。jp', 'info@xn--r8jz45g.jp', 'ｉｎｆｏ＠例え．ｊｐ'],
    ['info@قهوة.السعودية', 'info@xn--ogb3cpe.xn--mgberp4a5d4ar', 'mailto:info@%D9%82%D9%87%D9%88%D8%A9.السعودية'],
  ] as const

  it.each(forms)('is stored as one, however it is typed: %s', (typed, stored, other) => {
    expect([typed, stored, other].map((one) => emailSchema.parse(one))).toEqual([stored, stored, stored])
  })

  it.each(forms)('is shown in its own script: %s', (typed, stored) => {
    expect(readableEmail(stored)).toBe(typed.replace('。', '.'))
    expect(normalizeEmail(readableEmail(stored))).toBe(stored)
  })

  it('stays in ASCII if it imitates another domain', () => {
    for (const imitation of ['аррӏе.com', 'раураl.com', 'gοοgle.com'])
      expect(readableEmail(normalizeEmail(`a@${imitation}`))).toMatch(/^a@xn--/)
  })

  it('is refused if one label mixes Latin with Cyrillic or Greek', () => {
    for (const mixed of ['kirk@people.tes\u0442', 'kirk@раураl.com', 'kirk@xn--tes-bfd.com'])
      expect(isEmail(mixed)).toBe(false)
    expect(isEmail('info@почта-24.com')).toBe(true)
  })

  it('that is malformed is shown as stored', () => {
    for (const domain of ['xn--a.de', 'xn--.de', 'xn--99999999.de', 'xn--ü.de'])
      expect(readableDomain(domain)).toBe(domain)
  })

  it('is decoded as the engine decodes it', () => {
    const letters = fc.constantFrom(
      ...'абвгджзийлпфцчшщэюя',
      ...'äöüßéèñłż',
      ...'東京珈琲店',
      ...'كتابقهوة',
      ...'abc019',
    )
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 12 }), (label) => {
        const stored = normalizeEmail(`a@${label}.de`).slice(2)
        const shown = readableDomain(stored)
        expect([stored, domainToUnicode(stored)]).toContain(shown)
      }),
    )
  })
})

describe('the part before the @', () => {
  it.each([
    'r&d@bean.test',
    'a/b@bean.test',
    'bean=vip@x.com',
    "o'brien@bean.test",
    "!#$%&'*+/=?^_`{|}~-@bean.test",
    'a.b.c@bean.test',
    "bean'@bean.test",
  ])('may be %s', (address) => {
    expect(emailError(address)).toBeNull()
    expect(emailSchema.parse(address)).toBe(address)
  })

  it.each(['o’brien@bean.test', 'o‘brien@bean.test', 'oʼbrien@bean.test'])(
    'offers a straight apostrophe for %s',
    (typed) => {
      expect(emailError(typed)).toBe("Use a straight apostrophe: o'brien@bean.test")
      expect(errorOf(email(), typed)).toBe(emailError(typed))
      expect(emailSchema.safeParse(typed).error?.issues[0]?.message).toBe(emailError(typed))
    },
  )

  it.each(['josé@bean.test', 'инфо@bean.test', 'josé@müller-kaffee.de'])('explains why %s is refused', (typed) => {
    expect(emailError(typed)).toBe('Use only unaccented Latin letters, digits and signs before the @.')
  })

  it('keeps every message short', () => {
    expect(emailError(`o’${'b'.repeat(230)}@bean.test`)?.length).toBeLessThan(140)
  })
})

it.each([
  'mailto:noor@bean.test',
  'MAILTO:Noor@Bean.test?subject=Hello&body=a@b.test',
  '"Noor Haddad" <noor@bean.test>',
  'Noor Haddad <noor@bean.test>,',
  '<mailto:noor@bean.test>',
  'noor@bean.test,',
  ' noor@bean.test; ',
  'noor@bean.test.',
  "'noor@bean.test'",
  '“noor@bean.test”',
  '\u202Anoor@bean.test\u202C',
  'noor@be\u00ADan.test\u200B',
  'noor@bean.test\n',
])('reads the pasted form %j', (pasted) => {
  expect(emailSchema.parse(pasted)).toBe('noor@bean.test')
})

it('decodes a mailto link', () => {
  expect(normalizeEmail('mailto:r%26d@bean.test')).toBe('r&d@bean.test')
})

it.each([
  '',
  'a',
  '@bean.test',
  'a@bean',
  '.a@bean.test',
  'a..b@bean.test',
  'a@b@bean.test',
  'a b@bean.test',
  'a@bean.test, b@bean.test',
  'a@1.2.3.4',
  'a@1.0x10',
  'a@bean.test:80',
  'a@bean.test/x',
  'a@user%2Ebean.test',
  'a@[1.2.3.4]',
  'a@-bean.test',
  'a@bean..test',
  'a\r\nBcc: b@bean.test',
  'mailto:a%0d%0ab@bean.test',
])('refuses %j', (typed) => {
  expect(emailError(typed)).toBe(emailErrorText)
})

it('answers at once for a long hostile text', () => {
  for (const part of ['<', '@', ' ', ',', "'", 'mailto:', '<@']) expect(isEmail(`${part.repeat(200_000)}x`)).toBe(false)
})

it('reads a stored address as itself', () => {
  const local = fc.string({ unit: fc.constantFrom(..."abz019.!#$%&'*+/=?^_`{|}~-"), minLength: 1, maxLength: 20 })
  const label = fc.string({
    unit: fc.constantFrom(...'az09-', ...'яшéöß', ...'珈琲カ', ...'قهوة', ...'กาแฟ', ...'קפה'),
    minLength: 1,
    maxLength: 12,
  })
  const tail = fc.constantFrom('test', 'com', 'рф', '香港', 'السعودية', 'ไทย')
  const wrapped = fc.constantFrom<(address: string) => string>(
    (address) => address,
    (address) => `  ${address} `,
    (address) => `"Noor, H." <${address}>`,
    (address) => `${address},`,
    (address) => `\u2068${address}\u2069`,
    (address) => address.replace('@', '＠'),
  )
  fc.assert(
    fc.property(local, label, tail, wrapped, (name, part, last, wrap) => {
      const typed = `${name}@${part}.${last}`
      fc.pre(isEmail(typed))
      const stored = normalizeEmail(typed)
      expect(stored).toMatch(/^[!-~]+$/)
      const again = [stored, readableEmail(stored), wrap(stored), wrap(typed), stored.toUpperCase()]
      expect(new Set(again.map(normalizeEmail))).toEqual(new Set([stored]))
    }),
    { numRuns: 2_000 },
  )
})
