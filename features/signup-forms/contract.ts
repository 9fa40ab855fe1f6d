import { answeringContract } from './answering/contract'
import { buildingContract } from './building/contract'
import { inboxContract } from './inbox/contract'

export { formStatuses, type FormStatus } from './building/contract'
export { type FormField, type SubmittedAnswer } from './fields/contract'
export { submissionStatuses, type SubmissionStatus } from './inbox/contract'

export const signupFormsContract = { ...buildingContract, ...answeringContract, ...inboxContract }
