import { expect, it } from 'vitest'
import { suggestSlug } from './rules'
import { waitlistSlugSchema } from './contract'

it.each([
  ['Early guests in Zürich', 'early-guests-in-zurich'],
  ['  --A&B--  ', 'a-b'],
  ['Long name that does not fit into the forty', 'long-name-that-does-not-fit-into-the-for'],
  ['早期', ''],
])('suggests for %j the address %j', (name, slug) => {
  expect(suggestSlug(name, 40)).toBe(slug)
  expect(slug === '' || waitlistSlugSchema.safeParse(slug).success).toBe(true)
})

it.each(['a', '-ab', 'ab-', 'a--b', 'a b', 'ab/c', 'é-ab', 'x'.repeat(41)])('refuses the address %j', (slug) => {
  expect(waitlistSlugSchema.safeParse(slug).success).toBe(false)
})
