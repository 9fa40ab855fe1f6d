import { notifyError, notifySuccess } from './notify'

/** `what`: "Secret", as the toast calls it. */
export const copyText = (text: string, what: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => notifySuccess(`${what} copied`),
    () => notifyError('It could not be copied', 'Select it and copy it by hand.'),
  )
