import { describe, expect, it } from 'vitest'
import { checkDialect } from './check-dialect'

const check = (text: string, path = 'features/plans/rules.ts') =>
  checkDialect([{ path, text }]).map(({ message }) => message)

describe('plain English', () => {
  it.each([
    ['a private word', '/** Whoever asks again gets the same. */', 'anyone who'],
    ['a fragment', '/** Of what is stored. */', 'begin with a verb'],
    ['a long comment', `/**\n${' * More is said here.\n'.repeat(4)} */`, 'more than 3 lines'],
    ['a long run of lines', '// More is said here.\n'.repeat(4), 'more than 3 lines'],
    ['a private name', 'export const planFacts = 1', 'details'],
  ])('refuses %s in code', (_, text, words) => {
    expect(check(`${text}\nexport const x = 1\n`).join()).toContain(words)
  })

  it.each([
    ['a tagged docstring', `/**\n${' * More is said here.\n'.repeat(4)} * @throws LINK_LIMIT\n */`],
    ['a stored word in backticks', '/** Returns the `anew` documents. */'],
    ['a string', "export const text = 'Whoever'"],
    ['a stored name', 'export const refundFacts = 1'],
  ])('accepts %s', (_, text) => {
    expect(check(`${text}\nexport const x = 1\n`)).toEqual([])
  })

  it('looks at documents, except for their code and the specification', () => {
    expect(check('The email is told to somebody.', 'docs/api.md')).toHaveLength(2)
    expect(check('```\nnobody\n```\nSend `anew`.', 'docs/api.md')).toEqual([])
    expect(check('Somebody', 'docs/specification.md')).toEqual([])
  })
})
