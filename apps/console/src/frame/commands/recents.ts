import { tabStore } from '@quaff/platform/console/tab-store'

const KEY = 'palette.recent'
const KEPT = 10

/** What was chosen last in this tab, by id: the labels are known only while somebody may do it. */
export const recents = {
  read: (): string[] => (tabStore.get(KEY) ?? '').split(' ').filter(Boolean),
  note(id: string) {
    tabStore.set(KEY, [id, ...recents.read().filter((other) => other !== id)].slice(0, KEPT).join(' '))
  },
}
