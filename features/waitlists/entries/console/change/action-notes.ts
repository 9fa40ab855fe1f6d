import type { EntryAction } from '../../contract'

/** What it means, before it is done. */
export const actionNotes = {
  invite: 'Each gets a mail with a link of their own, which holds for the days that the list says.',
  resend: 'A new mail with a new link. The earlier link stops working and the days start over.',
  rescind: 'The mailed link stops working. They go back to their old place.',
  shortlist: 'They are invited before those who only wait. Nobody is told.',
  unshortlist: 'They wait at their old place again.',
  restore: 'They wait again, at their old place.',
  remove: 'An open invitation ends and they are not invited again. You can put them back.',
} as const satisfies Record<EntryAction, string>
