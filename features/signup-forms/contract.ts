import { answeringContract } from './answering-contract'
import { buildingContract } from './building-contract'
import { inboxContract } from './inbox-contract'

export { type FormStatus } from './building-contract'
export { type FormField, type SubmittedAnswer } from './fields-contract'
export { type SubmissionStatus } from './inbox-contract'

export const signupFormsContract = { ...buildingContract, ...answeringContract, ...inboxContract }
