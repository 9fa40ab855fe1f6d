/** By the actions of the log; what it may hold beyond them reads "Changed". */
export const historyWords: Readonly<Record<string, string>> = {
  joined_list: 'Joined the waitlist',
  accepted_invitation: 'Accepted invitation',
  invite_waitlist_entry: 'Invited',
  resend_waitlist_entry: 'Invitation resent',
  rescind_waitlist_entry: 'Invitation rescinded',
  shortlist_waitlist_entry: 'Shortlisted',
  unshortlist_waitlist_entry: 'Removed from shortlist',
  remove_waitlist_entry: 'Removed',
  restore_waitlist_entry: 'Restored to waitlist',
  note_waitlist_entry: 'Notes updated',
}
