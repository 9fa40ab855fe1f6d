import { auditTitle } from '@quaff/features/activity/audit/rules'
import type { AuditFinding, AuditFindingKind } from './contract'

const untitled = auditTitle({ action: '', changes: [] })

/** What an action reads as; one without words of its own by its name: "export_users" → "Export users". */
export function auditActionText(action: string): string {
  const title = auditTitle({ action, changes: [] })
  return title === untitled ? wordsOf(action) : title
}

/** "merchant_application" → "Merchant application". */
export function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Our own entries never hold these whole; imported ones might. */
const isSecret = (key: string) => /(account|routing)_?number|tax_?id|password|secret|token/i.test(key)

/** The same facts with the last four signs of what is nobody's business. */
export function withoutSecrets(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, withoutSecrets(child, name)]))
  if (!isSecret(key) || (typeof value !== 'string' && typeof value !== 'number')) return value
  return String(value).length > 4 ? `••••${String(value).slice(-4)}` : value
}

const findingTexts: Record<AuditFindingKind, string> = {
  altered: 'was changed after it was sealed',
  missing: 'was deleted after it was sealed',
  seal_missing: 'The seal is missing: an entry and its seal were deleted',
  backdated: 'was written later than it says',
}

export function findingText({ kind, position, auditId }: AuditFinding): string {
  const place = position === null ? 'Not sealed yet' : `Place ${position}`
  return auditId === null ? `${place}: ${findingTexts[kind]}.` : `${place}: entry ${auditId} ${findingTexts[kind]}.`
}
