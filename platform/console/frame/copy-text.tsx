import { notifyError, notifySuccess } from './notify'

/** `what`: "Secret", as the toast calls it. */
export const copyText = (text: string, what: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => notifySuccess(`${what} copied`),
    () => notifyError('Couldn’t copy', 'Select the text and copy it.'),
  )
