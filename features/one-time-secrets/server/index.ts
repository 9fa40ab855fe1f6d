export { checkCode, findToken, hashSecret, issueSecret, replaceSecret, consumeToken } from './one-time-secrets'
export { linkPurposes, secondStepPurposes, type LinkPurpose, type SecondStepPurpose } from './purposes'
export {
  countAttempt,
  deleteSecrets,
  explainLink,
  forgetAddresses,
  forgetSecrets,
  markOpened,
  pruneSecrets,
  revokeSecrets,
  consumeAll,
  consumeSecret,
} from './secret-store'
