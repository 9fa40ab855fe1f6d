import { tabStore } from '@quaff/platform/console/tab-store'

type Step = 'view' | 'start'

/** What was counted of a visit: once in a tab, however often the page is loaded, until the form is sent. */
export const countedVisit = {
  has: (slug: string, step: Step): boolean => marksOf(slug).includes(step),
  note: (slug: string, step: Step) => tabStore.set(keyOf(slug), [...marksOf(slug), step].join(' ')),
  /** The look of whoever made the form: nothing of it is counted. */
  waive: (slug: string) => tabStore.set(keyOf(slug), 'view start'),
  /** Whoever fills it in next, on the same device, is somebody else. */
  end: (slug: string) => tabStore.remove(keyOf(slug)),
}

const marksOf = (slug: string) => (tabStore.get(keyOf(slug)) ?? '').split(' ').filter((mark) => mark !== '')
const keyOf = (slug: string) => `form.${slug}.visit`
