import { Refusal } from '@quaff/platform/shared/refusal'

export const formNotFound = () => new Refusal('NOT_FOUND', 'SIGNUP_FORM', 'This form does not exist.')
export const slugTaken = () =>
  new Refusal('CONFLICT', 'SLUG_TAKEN', 'Another form has this address. Choose another one.', { field: 'slug' })
export const wrongState = (text: string, field?: string) => new Refusal('CONFLICT', 'STATE', text, { field })
export const formClosed = () =>
  new Refusal('CONFLICT', 'CLOSED', 'This form is closed. Nobody can send it at the moment.')
