import { expect, it } from 'vitest'
import { suggestSlug } from './slug'

it.each([
  ['Early guests in Zürich', 'early-guests-in-zurich'],
  ['  Cafés & Bars of “Zürich”, 2027! ', 'cafes-bars-of-zurich-2027'],
  ['  --A&B--  ', 'a-b'],
  ['Long name that does not fit into the forty', 'long-name-that-does-not-fit-into-the-for'],
  ['早期', ''],
])('suggests for %j the slug %j', (name, slug) => {
  expect(suggestSlug(name, 40)).toBe(slug)
})

it('does not end in a hyphen if it is cut after a word', () => {
  expect(suggestSlug(`${'a'.repeat(59)} b`, 60)).toBe('a'.repeat(59))
})
