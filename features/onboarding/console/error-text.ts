import { errorText as refusalText } from '@quaff/platform/console/forms/error-text'

/** A refusal in the server's words; anything else is a failed connection. */
export const errorText = (error: unknown) =>
  refusalText(error, 'The server could not be reached. What you entered is still here. Try again.')
