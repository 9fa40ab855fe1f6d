import { routerOf } from '@quaff/platform/server'
import { signupFormsContract } from '../contract'
import { approveSubmission, rejectSubmission } from './decide-submission'
import { noteStart, openFormPage } from './open-form-page'
import { closeForm, publishForm, removeForm } from './publish-form'
import { getForm, getFormVersion, listForms, listFormVersions, readFunnel } from './read-forms'
import { countSubmissionsByStatus, getSubmission, listSubmissions } from './read-submissions'
import { createForm, saveForm } from './save-form'
import { submitForm } from './submit-form'

export { listFrameSites } from './open-form-page'
export { submissionNoticeMail, submissionReceiptMail, submissionRejectedMail } from './submission-emails'
export { purgeFormImages, readFormImage, imageTooLarge, uploadFormImage } from './upload-form-image'
export { forgetSubmissionsOf, compactSubmissionCounts } from './submission-store'
export { exportSubmissions } from './submission-export'

export const signupFormsRouter = routerOf(signupFormsContract, {
  list: listForms,
  get: getForm,
  create: createForm,
  save: saveForm,
  publish: publishForm,
  close: closeForm,
  remove: removeForm,
  versions: listFormVersions,
  publishedVersion: getFormVersion,
  funnel: readFunnel,
  open: openFormPage,
  noteStart,
  submit: submitForm,
  submissions: listSubmissions,
  submissionCounts: countSubmissionsByStatus,
  submission: getSubmission,
  approve: approveSubmission,
  reject: rejectSubmission,
})
