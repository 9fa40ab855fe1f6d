/** The form of Edit profile, for the settings. */
export { EditProfileDialog } from './edit-profile-dialog'
