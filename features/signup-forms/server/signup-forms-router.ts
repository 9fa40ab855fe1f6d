import { routerOf } from '@quaff/platform/server/router'
import { signupFormsContract } from '../contract'
import { approveSubmission } from './approve-submission'
import { closeForm } from './close-form'
import { countSubmissionsByStatus } from './count-submissions-by-status'
import { createForm } from './create-form'
import { getForm } from './get-form'
import { getFormVersion } from './get-form-version'
import { getSubmission } from './get-submission'
import { listFormVersions } from './list-form-versions'
import { listForms } from './list-forms'
import { listSubmissions } from './list-submissions'
import { noteStart } from './note-start'
import { openFormPage } from './open-form-page'
import { publishForm } from './publish-form'
import { readFunnel } from './read-funnel'
import { rejectSubmission } from './reject-submission'
import { removeForm } from './remove-form'
import { saveForm } from './save-form'
import { submitForm } from './submit-form'

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
