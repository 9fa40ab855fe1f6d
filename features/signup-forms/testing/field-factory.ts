import type { FormField, SubmittedAnswer } from '../fields-contract'

export function buildField(facts: Partial<FormField> & Pick<FormField, 'id' | 'kind'>): FormField {
  return { label: `Question ${facts.id}`, help: '', required: false, options: [], showWhen: null, ...facts }
}

export function answersFor(email: string, businessName = 'Half Moon', ...more: SubmittedAnswer[]): SubmittedAnswer[] {
  return [{ fieldId: 'business_name', value: businessName }, { fieldId: 'email', value: email }, ...more]
}
