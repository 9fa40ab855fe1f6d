import { relyingPartyOf } from '../rules'

/** The browser knows passkeys, and this is the address that they are made for. */
export function supportsPasskeys(): boolean {
  const { href, origin } = window.location
  return typeof window.PublicKeyCredential === 'function' && relyingPartyOf(href)?.origin === origin
}
