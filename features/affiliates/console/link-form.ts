import { chosenOf, defineRecord, ownFieldsOf } from '@quaff/platform/shared/fields/record'
import { suggestSlug } from '@quaff/platform/shared/slug'
import { linkFields, linkLimits, type AffiliateLink } from '../contract'
import { linkError } from '../rules'
import { daysOf, destinationMeta, instantsOf } from './link-text'

type Before = Pick<AffiliateLink, 'startsAt' | 'endsAt'>
const unlimited: Before = { startsAt: null, endsAt: null }

const [own, chosen] = [ownFieldsOf<AffiliateLink>(), chosenOf<AffiliateLink>()]
const { sourceTag, ...named } = linkFields

/** Days of `timeZone`. An unchanged day keeps the instant that it has in `before`. */
export const linkForm = (timeZone: string, before: Before = unlimited) =>
  defineRecord<AffiliateLink>()({
    ...named,
    destination: chosen('Destination', 'destination', 'home', (value) => destinationMeta[value].label),
    merchantId: chosen('Owner', 'merchantId', null),
    sourceTag,
    startsAt: own({
      label: 'First day',
      empty: { firstDay: '' },
      read: (link) => ({ firstDay: daysOf(link, timeZone).firstDay }),
      send: ({ firstDay }) => instantsOf({ firstDay, lastDay: '' }, before, timeZone).startsAt,
    }),
    endsAt: own({
      label: 'Last day',
      empty: { lastDay: '' },
      read: (link) => ({ lastDay: daysOf(link, timeZone).lastDay }),
      send: ({ lastDay }) => instantsOf({ firstDay: '', lastDay }, before, timeZone).endsAt,
    }),
  })
export type LinkForm = ReturnType<typeof linkForm>['empty']
export type FormMode = 'create' | 'edit' | 'duplicate'

export function copyOf(link: AffiliateLink, timeZone: string): LinkForm {
  const copy = linkForm(timeZone).read(link)
  return {
    ...copy,
    slug: nextNumbered(copy.slug, '-', linkLimits.slug),
    code: nextNumbered(copy.code, '', linkLimits.code),
  }
}

/** Short enough to type from a card. Staff can enter a longer one. */
export const slugFor = (name: string) => suggestSlug(name, typedSlug)
const typedSlug = 30
/** Short enough to read aloud at a counter. */
export const codeFor = (name: string) => slugFor(name).replaceAll('-', '').toUpperCase().slice(0, spokenCode)
const spokenCode = 12

/** "table-tent" and "table-tent-2" become "table-tent-2" and "table-tent-3". */
export function nextNumbered(text: string, separator: string, max: number): string {
  const [, stem = '', digits] = /^(.*?)(\d{1,4})?$/.exec(text) ?? []
  const number = String(digits === undefined ? 2 : Number(digits) + 1)
  const bare = stem.replace(/-+$/, '').slice(0, max - number.length - separator.length)
  return bare === '' ? number : `${bare}${separator}${number}`
}

/** Returns the server's messages by field. `mustOwn` requires a merchant. */
export function checkForm(values: LinkForm, timeZone: string, mustOwn: boolean): Record<string, string> {
  const form = linkForm(timeZone)
  const error = linkError(form.input(values))
  return {
    ...form.errors(values),
    ...(error && { [form.fieldOf(error.field)]: error.text }),
    ...(mustOwn && values.merchantId === null && { merchantId: 'Choose the merchant.' }),
  }
}
