/** Wording that no text of the product uses, with what to write instead. */
export const bannedWording: { pattern: RegExp; instead: string }[] = [
  { pattern: /\bwho(so)?ever\b/i, instead: 'anyone who, or name the role' },
  { pattern: /\b(some|any)body\b/i, instead: 'you, we, someone, anyone, or the role' },
  { pattern: /\bnobody\b/i, instead: 'no one, or say what happens' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bmeanwhile\b/i, instead: 'nothing, or in the meantime' },
  { pattern: /\bby now\b/i, instead: 'now, or so far' },
  { pattern: /\ball the same\b/i, instead: 'anyway' },
  { pattern: /\bat once\b/i, instead: 'right away, immediately, or at the same time' },
  { pattern: /\bany more\b/i, instead: 'no longer, or a negative verb' },
  { pattern: /\bto be had\b/i, instead: 'available' },
  { pattern: /\b(come|comes|came|bring|brings|brought|move|moves|moved|moving) over\b/i, instead: 'import, imported' },
  { pattern: /\b(stays?|left|put|set|lay|laid) aside\b/i, instead: 'skipped, or unmatched for payments' },
  {
    pattern: /\b(take|takes|taken|took|taking) (it |them |this )?(away|back)\b/i,
    instead: 'remove, revoke or withdraw',
  },
  { pattern: /\b(is|are|was|were) (gone|given up)\b/i, instead: 'deleted, removed or stopped' },
  { pattern: /\bgoes with it\b/i, instead: 'is deleted too' },
  { pattern: /\bfor good\b/i, instead: 'permanently' },
  { pattern: /\b(mail|mails|mailed|mailing|mailbox(es)?|e-mails?)\b/i, instead: 'email, emailed, inbox' },
  { pattern: /\b(is|are|was|were|be|being|get|gets) told\b/i, instead: 'gets an email, sees, or we tell you' },
  { pattern: /\byours to see\b/i, instead: 'you don’t have access' },
  { pattern: /\b(vouch|mend)(es|s|ed)?\b/i, instead: 'confirm, fix' },
  { pattern: /\bfigures\b/i, instead: 'metrics, stats, totals or numbers' },
  { pattern: /\bleavers?\b/i, instead: 'churned, cancellations' },
  { pattern: /\bthe (\d+ )?days before\b/i, instead: 'previous 30 days' },
  { pattern: /\bcould(n[o']t| not) be \w/i, instead: 'Couldn’t … and what to do next' },
  { pattern: /\b(has|have|had|need|needs) to be\b/i, instead: 'must be' },
  { pattern: /\bonly after you confirm\b/i, instead: 'Confirm it’s you to continue.' },
  { pattern: /\bthere (is|are) (no|nothing|none)\b/i, instead: 'No … yet, or what exists and what to do' },
  { pattern: /\bcounted in\b/i, instead: 'nothing: the zone belongs in a tooltip' },
  {
    pattern: /\b(can ?not|(do|does|did|is|are|was|were|will|would|could|should|has|have|had) not)\b/i,
    instead: 'the contraction: can’t, don’t, isn’t',
  },
  {
    pattern: /\b(cancelled|cancelling|colours?|catalogues?|favourites?|organis\w+|behaviours?|centres?)\b/i,
    instead: 'American spelling',
  },
]

/** No text of the product is longer, in characters. */
export const textLimit = 140

/** Allowed texts, each with the reason. */
export const keptTexts: Readonly<Record<string, string>> = {
  'Access denied. You do not have admin privileges.': 'fixed by the specification (§4)',
  'New passwords do not match.': 'fixed by the specification (§4)',
  'overview heat drinks cohorts planRevenue topMerchants churn movement cancellations startDates':
    'names of procedures',
  'catalogue listForPromotion listForMerchant': 'names of procedures',
  'users.erased_at is not null': 'a condition of the database',
}

/** Files whose texts may be longer, with the reason. */
export const longTexts: Readonly<Record<string, string>> = {
  'features/marketing/console/legal-': 'legal pages are paragraphs',
  'platform/shared/fields/country-zones.ts': 'a table of zones',
  'platform/console/display/qr-code.tsx': 'the markup of an image',
  'platform/server/mail/mail-layout.tsx': 'a style sheet',
}
