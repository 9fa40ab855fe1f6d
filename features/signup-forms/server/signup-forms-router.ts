import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { signupFormsContract } from '../contract'
import { noteStart } from './answering/note-start'
import { openFormPage } from './answering/open-form-page'
import { submitForm } from './answering/submit-form'
import { closeForm } from './building/close-form'
import { createForm } from './building/create-form'
import { getForm } from './building/get-form'
import { getFormVersion } from './building/get-form-version'
import { listFormVersions } from './building/list-form-versions'
import { listForms } from './building/list-forms'
import { publishForm } from './building/publish-form'
import { removeForm } from './building/remove-form'
import { saveForm } from './building/save-form'
import { readFunnel } from './funnel/read-funnel'
import { approveSubmission } from './inbox/approve-submission'
import { countSubmissionsByStatus } from './inbox/count-submissions-by-status'
import { getSubmission } from './inbox/get-submission'
import { listSubmissions } from './inbox/list-submissions'
import { rejectSubmission } from './inbox/reject-submission'

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
