import { expect, it } from 'vitest'
import { formSchema } from './fields/field-schemas'
import { phone } from './fields/form-fields'
import { isPhoneNumber, phoneError, phoneText } from './phone'

it.each(['(415) 555-2671', '+44 20 7946 0958', '+49 431 1', '415.555.2671', '415 555 2671 ext 5', '555-0100 x12'])(
  'accepts %j as a phone number',
  (typed) => {
    expect(isPhoneNumber(typed)).toBe(true)
    expect(formSchema(phone()).parse(` ${typed} `)).toBe(typed)
  },
)

it.each(['abc', 'call me', '12', '+', '()', '5550100; drop', '1'.repeat(21), '٠١٢٣٤٥٦'])(
  'rejects %j, on the server and in forms',
  (typed) => {
    expect(phoneError(typed)).toBe(phoneText)
    expect(formSchema(phone()).safeParse(typed).success).toBe(false)
  },
)

it('leaves an empty number to the field', () => {
  expect([phoneError(' '), formSchema(phone()).parse(' ')]).toEqual([null, ''])
})
