import { checkCodeText, checkInboxText } from '@quaff/platform/console/forms/error-text'

/** By procedure: the message if the response was lost. */
export const lostVerificationAnswers = { requestCode: checkInboxText, checkCode: checkCodeText } as const
