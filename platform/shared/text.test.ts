import { describe, expect, it } from 'vitest'
import { linesWithoutControls, withoutControls } from './text'

describe('text from people', () => {
  it('loses control characters and halves of a character, which the database refuses', () => {
    expect(withoutControls('a\u0000b\r\nc\uD83D d \uDE00')).toBe('a b  c\uFFFD d \uFFFD')
    expect(withoutControls('Café \u{1F375} \u202Eok')).toBe('Café \u{1F375} \u202Eok')
  })

  it('of several lines keeps its line breaks', () => {
    expect(linesWithoutControls('one\r\ntwo\u0007\rthree\n')).toBe('one\ntwo \nthree\n')
  })
})
