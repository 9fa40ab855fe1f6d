import type { PublicForm, SubmitFormInput } from '../../answering-contract'

export type LiveForm = Extract<PublicForm, { state: 'live' }>

/** Calls of the form page; refusals are thrown. */
export type AnsweringApi = {
  open: (slug: string, isCounted: boolean) => Promise<PublicForm>
  noteStart: (slug: string) => Promise<unknown>
  mailCode: (email: string) => Promise<unknown>
  /** Returns the proof for pictures. */
  checkCode: (email: string, code: string) => Promise<{ token: string }>
  upload: (slug: string, proof: string, picture: File) => Promise<{ id: string }>
  /** Returns the reference of the submission. */
  submit: (input: SubmitFormInput) => Promise<{ reference: string }>
}

/** Returns the slug of a path `/f/<slug>`, or an empty string. */
export function slugOf(pathname: string): string {
  try {
    return decodeURIComponent(pathname.split('/')[2] ?? '').slice(0, 120)
  } catch {
    return ''
  }
}
