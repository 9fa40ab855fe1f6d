import { expect, it } from 'vitest'
import { csvText } from './csv'

it('quotes what would break a line, keeps numbers and makes formulas plain text', () => {
  expect(
    csvText([
      ['Name', 'Change'],
      ['Alder, "Main"', -4.5],
      ['=1+1', null],
      ['two\nlines', 0],
    ]),
  ).toBe('\uFEFFName,Change\r\n"Alder, ""Main""",-4.5\r\n\'=1+1,\r\n"two\nlines",0\r\n')
})
