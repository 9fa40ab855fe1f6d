import { AuthenticatorPanel } from './second-factor/authenticator-panel'
import { AddressPanel } from './security/address-panel'
import { SessionsPanel } from './security/sessions-panel'

/** The Security tab of the settings: with what one signs in, and where one is signed in. */
export function Security() {
  return (
    <>
      <AddressPanel />
      <AuthenticatorPanel />
      <SessionsPanel />
    </>
  )
}
