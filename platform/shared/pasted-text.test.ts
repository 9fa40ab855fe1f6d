import { expect, it } from 'vitest'
import { formSchema } from './fields/field-schemas'
import { mailedCode } from './fields/form-fields'
import { isTypedName, pastedCodeLength, readCode } from './pasted-text'

it.each([
  ' 123 456 ',
  '1 2 3 4 5 6',
  '123‑456',
  '123–456',
  '１２３４５６',
  '123\n456',
  '123\r\n456\r\n',
  '١٢٣٤٥٦',
  '\u202A123\u00A0456\u202C',
  '123.456',
])('reads the pasted code %j', (pasted) => {
  expect(readCode(pasted)).toBe('123456')
  expect(formSchema(mailedCode()).parse(pasted)).toBe('123456')
  expect(pasted.length).toBeLessThanOrEqual(pastedCodeLength)
})

it.each(['12345', '1234567', '12345a', ''])('refuses %j as a mailed code', (typed) => {
  expect(formSchema(mailedCode()).safeParse(typed).success).toBe(false)
})

it('reads both sets of digits of a script that has two', () => {
  expect(readCode('\u{116D0}\u{116D9}\u{116DA}\u{116E3}')).toBe('0909')
})

it.each([
  ["Joe's", 'Joe’s'],
  ['Okina -  Bar', 'Okina – Bar'],
  ["'Okina", 'ʻOkina'],
  ['Café Noël', 'Cafe\u0301 Noe\u0308l'],
  [' ﾔﾏﾀﾞ', 'ヤマダ'],
])('%s typed by hand confirms %s', (typed, name) => {
  expect(isTypedName(typed, name)).toBe(true)
})

it.each(['bean there', 'Bean', '', 'Bean  Thére'])('%j does not confirm Bean There', (typed) => {
  expect(isTypedName(typed, 'Bean There')).toBe(false)
})
