/** The wording of the terms that is shown now; a new wording gets the next number and its day. Loads no library. */
export const termsWording = { number: 1, day: '2026-11-20', dayText: 'November 20, 2026' } as const

export const termsText = (version: number) => `Version ${version}`
