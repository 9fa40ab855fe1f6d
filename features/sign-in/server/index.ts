export { checkUserExists } from './activation/check-user-exists'
export { setupAccount } from './activation/setup-account'
export { addressTakenMail, changeAskedMail, changeCodeMail, emailChangedMail } from './address/address-emails'
export { finishRequestedMails } from './answer-first'
export { deleteExpiredProofs } from './expired-store'
export { createLink, type NewLink } from './links/create-link'
export { findInvitedTo } from './links/invited-to-store'
export { forgetCredentials, lockMailedProofs } from './erasure/forget-credentials-store'
export { endProofs } from './links/end-proofs'
export { setPassword } from './passwords/set-password'
export { findSecondFactorKeyFaults, type SecondFactorKeyFault } from './second-factor/keys/check-second-factor-keys'
export { rotateSecondFactorKeys, type SecretRotation } from './second-factor/keys/rotate-second-factor-keys'
export { activationCodeMail, passwordResetMail, reauthenticationCodeMail, signInLinkMail } from './sign-in-emails'
export {
  recoveryCodesRenewedMail,
  recoveryCodeUsedMail,
  secondFactorOffMail,
  secondFactorOnMail,
  secondFactorRemovedMail,
} from './second-factor/second-factor-emails'
export { removeFactor } from './second-factor/second-factor-store'
export { signInRouter } from './sign-in-router'
