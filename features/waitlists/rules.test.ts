import { expect, it } from 'vitest'
import { suggestSlug } from '@quaff/platform/shared/slug'
import { waitlistLimits, waitlistSlugSchema } from './contract'

it.each(['Early guests in Zürich', '  --A&B--  ', 'Long name that does not fit into the forty'])(
  'takes the address that is suggested for %j',
  (name) => {
    expect(waitlistSlugSchema.safeParse(suggestSlug(name, waitlistLimits.slug)).success).toBe(true)
  },
)

it.each(['a', '-ab', 'ab-', 'a--b', 'a b', 'ab/c', 'é-ab', 'x'.repeat(41)])('refuses the address %j', (slug) => {
  expect(waitlistSlugSchema.safeParse(slug).success).toBe(false)
})
