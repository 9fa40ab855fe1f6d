/** By the actions of the log; what it may hold beyond them reads "Changed". */
export const historyWords: Readonly<Record<string, string>> = {
  joined_list: 'Came onto the list',
  accepted_invitation: 'Accepted the invitation',
  invite_waitlist_entry: 'Invited',
  resend_waitlist_entry: 'Invitation mailed again',
  rescind_waitlist_entry: 'Invitation rescinded',
  shortlist_waitlist_entry: 'Shortlisted',
  unshortlist_waitlist_entry: 'Taken off the shortlist',
  remove_waitlist_entry: 'Removed',
  restore_waitlist_entry: 'Put back on the list',
  note_waitlist_entry: 'Notes changed',
}
