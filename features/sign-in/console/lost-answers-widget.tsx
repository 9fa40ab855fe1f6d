import { checkCodeText, checkInboxText } from '@quaff/platform/console/forms/error-text'

/** By procedure: what a person reads if the answer was lost. */
export const lostMailboxAnswers = { requestCode: checkInboxText, checkCode: checkCodeText } as const
