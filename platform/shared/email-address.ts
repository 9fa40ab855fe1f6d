import { withoutInvisible } from './pasted-text'
import { hasMixedScripts, readableDomain } from './readable-domain'
import { textLimits } from './readable-text'

/** The text of spec §5. */
export const emailErrorText = 'Invalid email address'

/** Room in an input for the name or "mailto:" that people copy along. Longer texts are not searched for an address. */
export const pastedEmailLength = 600

/** The dot-atom of RFC 5322. */
const localShape = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domainShape = /^(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/
const curlyApostrophes = /[\u2018\u2019\u201B\u02BC\u2032\u00B4]/g

/** Every engine has `URL`, but the types of this layer belong to no engine. */
const { URL: Url } = globalThis as unknown as { URL: new (text: string) => { hostname: string } }

/**
 * Returns the stored form of a typed or pasted address: without a name, "mailto:" and punctuation around it, in lower
 * case, with the domain in ASCII. An address that is not valid is returned as typed.
 */
export function normalizeEmail(typed: string): string {
  if (typed.length > pastedEmailLength) return typed
  const address = pastedAddress(typed.normalize('NFKC').trim())
  const at = address.lastIndexOf('@')
  if (at < 0) return address.toLowerCase()
  const local = withoutInvisible(address.slice(0, at)).toLowerCase()
  return `${local}@${asciiDomain(address.slice(at + 1).toLowerCase())}`
}

/** Takes the address out of `Noor Haddad <a@b.test>`, `mailto:a@b.test?subject=…`, quotes and a list's comma. */
function pastedAddress(text: string) {
  const trimmed = text.replace(/[\s,;]+$/, '')
  const address = /<([^<>]*@[^<>]*)>$/.exec(trimmed)?.[1] ?? trimmed
  const scheme = /^\s*mailto:/i.exec(address)
  const plain = scheme ? decoded(address.slice(scheme[0].length).replace(/\?.*$/s, '')) : address
  const bare = plain.replace(/[\s.,;]+$/, '').trim()
  return /^["'\u201C\u2018]+(.+?)["'\u201D\u2019]+$/s.exec(bare)?.[1] ?? bare
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `URL` reads more than a domain: ports, paths, percent signs and addresses of machines. */
const beyondDomains = /[\s%/:?#@\\[\]<>^|]/

/** Persian and Indian domains are spelled with joiners, so these stay there; `URL` refuses them elsewhere. */
const unjoined = /(?![\u200C\u200D])[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const labelText = (label: string) => (/^[\p{ASCII}\u200C\u200D]*$/u.test(label) ? withoutInvisible(label) : label)

function asciiDomain(typed: string) {
  const domain = typed
    .replaceAll(unjoined, '')
    .split(/[.\u3002]/)
    .map(labelText)
    .join('.')
  if (domainShape.test(domain) && !domain.includes('xn--')) return domain
  if (beyondDomains.test(domain) || /\.[\dx]*$/.test(domain)) return domain
  try {
    return new Url(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/** Returns the message for an address that cannot be stored, or null. Server, imports and forms use it. */
export function emailError(typed: string): string | null {
  const address = normalizeEmail(typed)
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)]
  if (at < 1 || address.length > textLimits.email || !domainShape.test(domain) || hasMixedScripts(domain))
    return emailErrorText
  if (localShape.test(local)) return null
  const straight = local.replaceAll(curlyApostrophes, "'")
  if (straight !== local && localShape.test(straight)) return apostropheText(`${straight}@${domain}`)
  return /\P{ASCII}/u.test(local) ? 'Use only unaccented Latin letters, digits and signs before the @.' : emailErrorText
}

const apostropheText = (address: string) =>
  address.length <= 80 ? `Use a straight apostrophe: ${address}` : "Use a straight apostrophe (') in the address."

export const isEmail = (typed: string) => emailError(typed) === null

/** Returns the address for people, with the domain in its own script. */
export function readableEmail(stored: string): string {
  const at = stored.lastIndexOf('@')
  return stored.includes('xn--', at) ? `${stored.slice(0, at + 1)}${readableDomain(stored.slice(at + 1))}` : stored
}
