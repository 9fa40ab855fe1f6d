import type { PublicForm, SubmitFormInput } from '../../answering-contract'

export type LiveForm = Extract<PublicForm, { state: 'live' }>

/** Calls of the form page; refusals are thrown. */
export type AnsweringApi = {
  open: (slug: string, isCounted: boolean) => Promise<PublicForm>
  noteStart: (slug: string) => Promise<unknown>
  mailCode: (email: string) => Promise<unknown>
  /** The proof for pictures. */
  checkCode: (email: string, code: string) => Promise<{ token: string }>
  upload: (slug: string, proof: string, picture: File) => Promise<{ id: string }>
  /** The reference of what was sent. */
  submit: (input: SubmitFormInput) => Promise<{ reference: string }>
}

/** The form of an address `/f/<slug>`; empty where it names none. */
export function slugOf(pathname: string): string {
  try {
    return decodeURIComponent(pathname.split('/')[2] ?? '').slice(0, 120)
  } catch {
    return ''
  }
}
