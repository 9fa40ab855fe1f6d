import { tabStore } from '@quaff/platform/console/tab-store'
import type { joinFields } from '../join-contract'

export type JoinAnswers = Record<JoinField, string> & {
  /** People do not see this one. */
  trap: string
}
type JoinField = keyof typeof joinFields
export const noAnswers: JoinAnswers = { name: '', email: '', city: '', postalCode: '', wantedVenue: '', trap: '' }

export const joinInputs = [
  { id: 'name', label: 'Name', autoComplete: 'name', type: 'text' },
  { id: 'email', label: 'Email', autoComplete: 'email', type: 'email' },
  { id: 'city', label: 'City', autoComplete: 'address-level2', type: 'text' },
  { id: 'postalCode', label: 'ZIP or postal code', autoComplete: 'postal-code', type: 'text' },
  { id: 'wantedVenue', label: 'A venue you’d like to see', autoComplete: 'off', type: 'text' },
] as const satisfies readonly { id: JoinField; label: string; autoComplete: string; type: string }[]

const keyOf = (slug: string) => `waitlist-answers.${slug}`

/** Keeps the answers in the tab until the person has joined, so that a reload shows them again. */
export const keptAnswers = {
  read: (slug: string): JoinAnswers => {
    const answers = { ...noAnswers }
    try {
      const kept: unknown = JSON.parse(tabStore.get(keyOf(slug)) ?? '{}')
      if (typeof kept !== 'object' || kept === null) return answers
      for (const { id } of joinInputs) {
        const text: unknown = Reflect.get(kept, id)
        if (typeof text === 'string') answers[id] = text
      }
    } catch {
      // Nothing readable was kept.
    }
    return answers
  },
  keep: (slug: string, answers: JoinAnswers) => tabStore.set(keyOf(slug), JSON.stringify({ ...answers, trap: '' })),
  clear: (slug: string) => tabStore.remove(keyOf(slug)),
}
