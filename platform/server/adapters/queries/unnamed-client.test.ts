import { expect, it } from 'vitest'
import { withoutName } from './naming-client'

it('leaves off the name that a store has given, and nothing else', () => {
  const types = { getTypeParser: () => String }
  expect(withoutName({ name: 'session_by_token_hash', text: 'select 1', types })).toEqual({ text: 'select 1', types })
  expect(withoutName('select 1')).toBe('select 1')
})

it('does not touch what sends itself, as a stream of rows does', () => {
  const own = { name: 'rows', text: 'select 1', submit: () => {} }
  expect(withoutName(own)).toBe(own)
})
