import { routerOf } from '@quaff/platform/server/router'
import { noteStart } from '../answering/server/note-start'
import { openFormPage } from '../answering/server/open-form-page'
import { submitForm } from '../answering/server/submit-form'
import { closeForm } from '../building/server/close-form'
import { createForm } from '../building/server/create-form'
import { getForm } from '../building/server/get-form'
import { listForms } from '../building/server/list-forms'
import { publishForm } from '../building/server/publish-form'
import { removeForm } from '../building/server/remove-form'
import { saveForm } from '../building/server/save-form'
import { signupFormsContract } from '../contract'
import { readFunnel } from '../funnel/server/read-funnel'
import { approveSubmission } from '../inbox/server/approve-submission'
import { countSubmissionsByStatus } from '../inbox/server/count-submissions-by-status'
import { getSubmission } from '../inbox/server/get-submission'
import { listSubmissions } from '../inbox/server/list-submissions'
import { rejectSubmission } from '../inbox/server/reject-submission'
import { getFormVersion } from '../versions/server/get-form-version'
import { listFormVersions } from '../versions/server/list-form-versions'

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
