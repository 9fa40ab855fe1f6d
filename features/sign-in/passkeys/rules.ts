import type { Verdict } from '@quaff/platform/shared/refusal'
import { passkeyLimits } from './contract'

/** All names of this machine are the same place; passkeys know the one that is a name. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']
const isNumeric = (hostname: string) => hostname.startsWith('[') || /^[\d.]+$/.test(hostname)

type Address = { protocol: string; hostname: string; port: string }

/** The site as passkeys know it, by its address. Null where browsers make none: without https, and where the host has no name. */
export function relyingPartyOf({ protocol, hostname, port }: Address): { id: string; origin: string } | null {
  const isHere = loopbackNames.includes(hostname)
  if (!isHere && (protocol !== 'https:' || isNumeric(hostname))) return null
  const id = isHere ? 'localhost' : hostname
  return { id, origin: `${protocol}//${id}${port === '' ? '' : `:${port}`}` }
}

/** Many authenticators always send 0; one that has counted must continue. */
export function isCounterAhead(last: number, next: number): boolean {
  return (last === 0 && next === 0) || next > last
}

export function mayAddPasskey(count: number): Verdict<'TOO_MANY_PASSKEYS'> {
  return count < passkeyLimits.perAccount ? { ok: true } : { ok: false, reason: 'TOO_MANY_PASSKEYS' }
}

/** Names by the authenticator's reported model. It is unverified, so it is used for names only. */
const keepers: Readonly<Record<string, string>> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
}

/** Default name of a new passkey, made unique. */
export function firstName(aaguid: string, device: string, taken: readonly string[]): string {
  const kept = (Object.hasOwn(keepers, aaguid) && keepers[aaguid]) || device
  const numbered = (number: number) => (number === 1 ? kept : `${kept} ${number}`)
  let number = 1
  while (taken.includes(numbered(number))) number += 1
  return numbered(number)
}
