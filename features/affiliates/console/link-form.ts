import { faultsOf } from '@quaff/platform/shared/fields/form-fields'
import { suggestSlug } from '@quaff/platform/shared/slug'
import { linkFields, linkLimits, type AffiliateLink, type CreateLinkInput, type LinkDestination } from '../contract'
import { linkFault } from '../rules'
import { daysOf, instantsOf } from './link-days'

export type LinkForm = {
  name: string
  slug: string
  code: string
  destination: LinkDestination
  /** Null: the platform's. */
  merchantId: string | null
  sourceTag: string
  firstDay: string
  lastDay: string
}
export type FormMode = 'create' | 'edit' | 'duplicate'

export function emptyForm(merchantId: string | null): LinkForm {
  return { name: '', slug: '', code: '', destination: 'home', merchantId, sourceTag: '', firstDay: '', lastDay: '' }
}

export function formOf(link: AffiliateLink, timeZone: string): LinkForm {
  const { name, slug, code, destination, merchantId, sourceTag } = link
  return { name, slug, code, destination, merchantId, sourceTag, ...daysOf(link, timeZone) }
}

/** The same once more, under an address and a code of its own. */
export function copyOf(link: AffiliateLink, timeZone: string): LinkForm {
  const copy = formOf(link, timeZone)
  return {
    ...copy,
    slug: nextNumbered(copy.slug, '-', linkLimits.slug),
    code: nextNumbered(copy.code, '', linkLimits.code),
  }
}

/** Short enough to be typed from a card; whoever wants a longer one writes it. */
export const slugFor = (name: string) => suggestSlug(name, typedSlug)
const typedSlug = 30
/** Short enough to be told at a counter. */
export const codeFor = (name: string) => slugFor(name).replaceAll('-', '').toUpperCase().slice(0, spokenCode)
const spokenCode = 12

/** "table-tent" and "table-tent-2" become "table-tent-2" and "table-tent-3". */
export function nextNumbered(text: string, separator: string, max: number): string {
  const [, stem = '', digits] = /^(.*?)(\d{1,4})?$/.exec(text) ?? []
  const number = String(digits === undefined ? 2 : Number(digits) + 1)
  const bare = stem.replace(/-+$/, '').slice(0, max - number.length - separator.length)
  return bare === '' ? number : `${bare}${separator}${number}`
}

type Before = Pick<AffiliateLink, 'startsAt' | 'endsAt'>
const unlimited: Before = { startsAt: null, endsAt: null }

export function inputOf(form: LinkForm, timeZone: string, before: Before = unlimited): CreateLinkInput {
  const { firstDay, lastDay, ...fields } = form
  return { ...fields, ...instantsOf({ firstDay, lastDay }, before, timeZone) }
}

/** Of the server's fields, those that go by another name here. */
const ownNames: Readonly<Record<string, string>> = { startsAt: 'firstDay', endsAt: 'lastDay' }
export const formFieldOf = (named: string): string => ownNames[named] ?? named

/** In the server's words, by field; `mustOwn`: the reader has no links of the platform. */
export function checkForm(form: LinkForm, timeZone: string, mustOwn: boolean): Record<string, string> {
  const fault = linkFault(inputOf(form, timeZone))
  return {
    ...faultsOf(linkFields, form),
    ...(fault && { [formFieldOf(fault.field)]: fault.text }),
    ...(mustOwn && form.merchantId === null && { merchantId: 'Choose the merchant.' }),
  }
}
