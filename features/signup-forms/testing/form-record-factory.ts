import type { FormRecord, FormRow, SubmissionRecord, SubmissionRow } from '../contract'
import { newFields } from '../fields-rules'

const day = new Date('2026-11-01T09:00:00Z')

/** A live form without unpublished changes. */
export function buildFormRow(change: Partial<FormRow> = {}): FormRow {
  return {
    id: 'frm_1',
    name: 'Harbour cafés',
    slug: 'harbour-cafes',
    status: 'live',
    waiting: 2,
    liveVersion: 3,
    viewed: 200,
    started: 80,
    submitted: 20,
    approved: 5,
    hasChanges: false,
    closesAt: null,
    updatedAt: day,
    version: 7,
    ...change,
  }
}

export function buildFormRecord(change: Partial<FormRecord> = {}): FormRecord {
  return {
    ...buildFormRow(),
    fields: newFields(),
    intro: '',
    successText: '',
    ownerEmail: null,
    category: null,
    allowedSites: [],
    address: 'https://quaff.test/f/harbour-cafes',
    createdAt: day,
    ...change,
  }
}

export function buildSubmissionRow(change: Partial<SubmissionRow> = {}): SubmissionRow {
  return {
    id: 'sub_1',
    reference: '7K2M-9QXD',
    formId: 'frm_1',
    formName: 'Harbour cafés',
    businessName: 'Half Moon',
    email: 'ana@halfmoon.test',
    isProved: false,
    status: 'submitted',
    version: 1,
    affiliateCode: null,
    submittedAt: day,
    ...change,
  }
}

export function buildSubmissionRecord(change: Partial<SubmissionRecord> = {}): SubmissionRecord {
  return {
    ...buildSubmissionRow(),
    formVersion: 3,
    fields: newFields(),
    images: [],
    userId: null,
    rejectionReason: null,
    reviewedAt: null,
    reviewedBy: null,
    obstacle: null,
    approval: 'invite',
    answers: [
      { fieldId: 'business_name', value: 'Half Moon' },
      { fieldId: 'email', value: 'ana@halfmoon.test' },
    ],
    ...change,
  }
}
