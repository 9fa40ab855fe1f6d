import { describe, expect, it } from 'vitest'
import { faultOf } from '@quaff/platform/shared/fields/form-fields'
import { formSlugSchema, siteSchema } from './building-contract'
import { parseSites, removalRefusal, buildingFields } from './rules'

describe('the slug of a form', () => {
  it.each(['cafes-2027', 'a', 'a'.repeat(60), '', '-a', 'a-', 'A b', 'ä', 'a'.repeat(61)])(
    'is judged as the server judges it: %s',
    (slug) =>
      expect(faultOf(buildingFields.slug, slug) === null).toBe(
        formSlugSchema.safeParse(slug).success && slug === slug.toLowerCase(),
      ),
  )
})

describe('the sites that may show a form', () => {
  it('are origins, one a line, each once', () => {
    expect(parseSites('https://Cafe.test/menu?x=1\n\nhttps://cafe.test  https://b.test:8443\n')).toEqual({
      sites: ['https://cafe.test', 'https://b.test:8443'],
      fault: null,
    })
  })

  it.each(['http://a.test', 'a.test', 'javascript:alert(1)', 'https://a.test@b.test', 'https://*.a.test'])(
    'are refused where the server refuses them: %s',
    (site) => {
      expect(parseSites(site).fault).toContain(site)
      expect(siteSchema.safeParse(site).success).toBe(false)
    },
  )

  it('are at most twenty', () => {
    const many = Array.from({ length: 21 }, (_, at) => `https://s${at}.test`).join('\n')
    expect(parseSites(many).fault).toBe('Enter up to 20 sites')
  })
})

it('keeps a form that somebody answered', () => {
  expect(removalRefusal({ submitted: 0 })).toBeNull()
  expect(removalRefusal({ submitted: 1 })).toBe('It has submissions. Close it instead.')
})
