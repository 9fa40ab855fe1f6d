/** Waitlists, affiliate links, forms and applications; `each` and `list` as in operations.mjs. */
export function growthOperations({ each, list }) {
  const listOf = (index) => `wtl_${String(1 + (index % 20)).padStart(8, '0')}`
  const formOf = (index) => `frm_${String(1 + (index % 50)).padStart(8, '0')}`
  const ofList = (input) => each((_, index) => ({ waitlistId: listOf(index), ...input }))
  const ofForm = (input) => each((_, index) => ({ formId: formOf(index), ...input }))
  const statuses = ['waiting', 'shortlisted', 'invited', 'joined', 'removed']
  const decided = ['submitted', 'approved', 'rejected']
  return {
    waitlists: { path: 'waitlists/list', inputs: each(() => ({})) },
    'waitlist, people': { path: 'waitlists/entries', inputs: ofList({ limit: 20 }) },
    'waitlist, by status': {
      path: 'waitlists/entries',
      inputs: each((_, index) => ({ waitlistId: listOf(index), limit: 20, status: statuses[index % 5] })),
    },
    'waitlist, by friends': { path: 'waitlists/entries', inputs: ofList({ limit: 20, sort: 'referrals' }) },
    'waitlist, search': {
      path: 'waitlists/entries',
      inputs: each((_, index) => ({ waitlistId: listOf(index), limit: 20, q: `guest${index * 37}` })),
    },
    'waitlist, sources': { path: 'waitlists/sources', inputs: ofList({}) },
    'waitlist, invite next': { path: 'waitlists/previewNext', inputs: ofList({ count: 25 }) },
    'waitlist, demand': { path: 'waitlists/demand', inputs: ofList({}) },
    'affiliate links, all': { path: 'affiliates/list', inputs: list({}) },
    'affiliate links of a merchant': {
      path: 'affiliates/list',
      inputs: each((merchantId) => ({ merchantId, limit: 20 })),
    },
    'affiliate links, search': {
      path: 'affiliates/list',
      inputs: each((_, index) => ({ limit: 20, q: `link-${index * 13}` })),
    },
    'affiliate totals, all': { path: 'affiliates/totals', inputs: each(() => ({})) },
    'affiliate totals of a merchant': { path: 'affiliates/totals', inputs: each((merchantId) => ({ merchantId })) },
    'signup forms': { path: 'signupForms/list', inputs: list({}) },
    'form funnel': { path: 'signupForms/funnel', inputs: ofForm({}) },
    'submissions, all': { path: 'signupForms/submissions', inputs: list({}) },
    'submissions of a form': { path: 'signupForms/submissions', inputs: ofForm({ limit: 20 }) },
    'submissions by status': {
      path: 'signupForms/submissions',
      inputs: each((_, index) => ({ formId: formOf(index), limit: 20, status: decided[index % 3] })),
    },
    'submissions, search': {
      path: 'signupForms/submissions',
      inputs: each((_, index) => ({ limit: 20, q: `number ${index * 7}` })),
    },
    'submission counts': { path: 'signupForms/submissionCounts', inputs: each(() => ({})) },
    'applications of the partner pages': { path: 'signup/list', inputs: list({}) },
    'applications by status': {
      path: 'signup/list',
      inputs: each((_, index) => ({ limit: 20, status: decided[index % 3] })),
    },
  }
}
