import { tabStore } from '@quaff/platform/console/tab-store'
import type { TypedAnswers } from './filled-form'

/** What was typed into a form, for as long as the tab is open: a page that is loaded again shows it. */
export const keptAnswers = {
  read: (slug: string, version: number): TypedAnswers => {
    try {
      const kept: unknown = JSON.parse(tabStore.get(keyOf(slug, version)) ?? '{}')
      if (typeof kept !== 'object' || kept === null) return {}
      return Object.fromEntries(Object.entries(kept).filter(([, text]) => typeof text === 'string'))
    } catch {
      return {}
    }
  },
  keep: (slug: string, version: number, answers: TypedAnswers) =>
    tabStore.set(keyOf(slug, version), JSON.stringify(answers)),
  clear: (slug: string, version: number) => tabStore.remove(keyOf(slug, version)),
}

const keyOf = (slug: string, version: number) => `form.${slug}.${version}`
