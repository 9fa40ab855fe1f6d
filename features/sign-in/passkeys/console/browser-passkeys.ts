import { relyingPartyOf } from '../rules'

/** The browser knows passkeys, and this is the address that they are made for. */
export function supportsPasskeys(): boolean {
  const { location } = window
  return typeof window.PublicKeyCredential === 'function' && relyingPartyOf(location)?.origin === location.origin
}

/** The person has closed the browser's window, or another of its kind took its place. */
export const isGivenUp = (error: unknown) =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
