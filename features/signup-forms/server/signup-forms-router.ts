import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
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

const os = implement(signupFormsContract).$context<Context>()

export const signupFormsRouter = os.router({
  list: os.list.handler(({ context, input }) => listForms(context, input)),
  get: os.get.handler(({ context, input }) => getForm(context, input)),
  create: os.create.handler(({ context, input }) => createForm(context, input)),
  save: os.save.handler(({ context, input }) => saveForm(context, input)),
  publish: os.publish.handler(({ context, input }) => publishForm(context, input)),
  close: os.close.handler(({ context, input }) => closeForm(context, input)),
  remove: os.remove.handler(({ context, input }) => removeForm(context, input)),
  versions: os.versions.handler(({ context, input }) => listFormVersions(context, input)),
  publishedVersion: os.publishedVersion.handler(({ context, input }) => getFormVersion(context, input)),
  funnel: os.funnel.handler(({ context, input }) => readFunnel(context, input)),
  open: os.open.handler(({ context, input }) => openFormPage(context, input)),
  noteStart: os.noteStart.handler(({ context, input }) => noteStart(context, input)),
  submit: os.submit.handler(({ context, input }) => submitForm(context, input)),
  submissions: os.submissions.handler(({ context, input }) => listSubmissions(context, input)),
  submissionCounts: os.submissionCounts.handler(({ context, input }) => countSubmissionsByStatus(context, input)),
  submission: os.submission.handler(({ context, input }) => getSubmission(context, input)),
  approve: os.approve.handler(({ context, input }) => approveSubmission(context, input)),
  reject: os.reject.handler(({ context, input }) => rejectSubmission(context, input)),
})
