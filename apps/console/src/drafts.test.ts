import { describe, expect, it } from 'vitest'

const sources = import.meta.glob<string>(
  [
    '../../../features/**/console/**/*.{ts,tsx}',
    '../../../platform/console/**/*.{ts,tsx}',
    './**/*.{ts,tsx}',
    '!**/*.test.*',
    '!**/testing/**',
  ],
  { query: '?raw', import: 'default', eager: true },
)

const fields =
  /<(?:TextInput|Textarea|NumberInput|PasswordInput|Select|MultiSelect|DateField|ReasonField|MerchantsField|FileInput|CsvPicker)\b/
/** Fields whose values the component holds itself. */
const holdsInput = (source: string) =>
  /\buse(?:Form|Typed|CsvImport)[<(]/.test(source) ||
  /useState(?:<string(?: \| \w+)?>)?\(''\)/.test(source) ||
  (fields.test(source) && /\buseState[<(]/.test(source))
const hasDraft = (source: string) =>
  /useCloseGuard\([\s\S]{0,120}?\bname\b/.test(source) || /<(?:Bulk)?VerbDialog[\s\S]*?\bfields=/.test(source)

const withoutDraft: Record<string, string[]> = {
  'holds passwords, codes or account numbers, which are never stored': [
    'features/banking/console/edit-bank-dialog.tsx',
    'features/sign-in/console/mailbox-code-widget.tsx',
    'features/payouts/bank-file/console/bank-file-dialog.tsx',
    'features/payouts/bank-file/console/use-bank-file.ts',
    'features/sign-in/console/register-page.tsx',
    'features/sign-in/console/login-form.tsx',
    'features/sign-in/console/new-password-fields.tsx',
    'features/sign-in/console/reauthenticate-widget.tsx',
    'features/sign-in/second-factor/console/enrolment-step.tsx',
    'features/sign-in/second-factor/console/proof-field.tsx',
    'features/waitlists/console/code-form.tsx',
    'platform/console/display/secrets-dialog.tsx',
  ],
  'is a confirmation that is given each time': [
    'features/imports/console/run-dialogs.tsx',
    'features/locations/console/delete-location-dialog.tsx',
    'features/personal-data/console/erase-person-dialog.tsx',
    'platform/console/forms/form-dialog.tsx',
    'platform/console/forms/typed-name.tsx',
  ],
  'holds a file, which a tab cannot keep': [
    'features/imports/console/upload-dialog.tsx',
    'features/locations/console/import-dialog.tsx',
    'features/waitlists/console/import-dialog.tsx',
    'platform/console/forms/csv-import-dialog.tsx',
  ],
  'asks for one short value': [
    'features/payouts/console/generate-dialog.tsx',
    'features/sign-in/console/change-email-dialog.tsx',
    'features/sign-in/console/complete-signin-page.tsx',
    'features/sign-in/passkeys/console/name-passkey-form.tsx',
    'features/sign-in/console/forgot-password-form.tsx',
    'features/signup/console/existing-widget.tsx',
    'features/users/console/transfer-merchant-widget.tsx',
    'features/waitlists/console/invite-next-dialog.tsx',
  ],
  'searches or filters, and saves nothing': [
    'apps/console/src/frame/dashboard-frame.tsx',
    'features/analytics/console/range-toolbar.tsx',
    'features/merchants/console/merchant-pick-list.tsx',
    'features/promotions/console/promotions-page.tsx',
    'features/redemptions/insights/console/insights-tab.tsx',
    'features/settings/console/access-tab.tsx',
    'features/settings/console/mails-tab.tsx',
    'features/subscriptions/console/filter-choices-widget.tsx',
    'platform/console/list/filter-editor.tsx',
  ],
  'is a field of a form that keeps its value': [
    'features/affiliates/console/link-fields.tsx',
    'features/locations/console/place-fields.tsx',
    'features/merchants/console/merchants-field-widget.tsx',
    'platform/console/dates/date-field.tsx',
    'platform/console/forms/field-inputs.tsx',
  ],
  'has a draft of its own, or a message that is not typed': [
    'features/onboarding/console/use-business-form.ts',
    'features/signup-forms/answering/console/answer-form.tsx',
    'features/signup-forms/building/console/questions-panel.tsx',
    'features/waitlists/console/join-waitlist-widget.tsx',
  ],
}
const excused = Object.values(withoutDraft).flat().toSorted()

describe('what a person types', () => {
  const holders = Object.entries(sources).flatMap(([path, source]) => {
    const name = path.replace(/^\.\//, 'apps/console/src/').replace(/^(?:\.\.\/)+/, '')
    return holdsInput(source) ? [{ name, isKept: hasDraft(source) }] : []
  })

  it('has a draft in the tab, or a stated reason to have none', () => {
    expect(holders.length).toBeGreaterThan(70)
    expect(holders.filter(({ isKept }) => isKept).length).toBeGreaterThan(25)
    expect(holders.flatMap(({ name, isKept }) => (isKept ? [] : [name])).toSorted()).toEqual(excused)
  })
})
