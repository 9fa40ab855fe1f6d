import type { FormField, SubmittedAnswer } from '../fields-contract'

export function buildField(details: Partial<FormField> & Pick<FormField, 'id' | 'kind'>): FormField {
  return { label: `Question ${details.id}`, help: '', required: false, options: [], showWhen: null, ...details }
}

export function answersFor(email: string, businessName = 'Half Moon', ...more: SubmittedAnswer[]): SubmittedAnswer[] {
  return [{ fieldId: 'business_name', value: businessName }, { fieldId: 'email', value: email }, ...more]
}
