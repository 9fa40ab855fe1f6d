import { PasskeysPanel } from '../passkeys/console/passkeys-panel'
import { AuthenticatorPanel } from '../second-factor/console/authenticator-panel'
import { SingleSignOnPanel } from '../single-sign-on/console/single-sign-on-panel'
import { AddressPanel } from './address-panel'
import { SessionsPanel } from './sessions-panel'

/** The Security tab of the settings: with what one signs in, and where one is signed in. */
export function Security() {
  return (
    <>
      <AddressPanel />
      <PasskeysPanel />
      <AuthenticatorPanel />
      <SingleSignOnPanel />
      <SessionsPanel />
    </>
  )
}
