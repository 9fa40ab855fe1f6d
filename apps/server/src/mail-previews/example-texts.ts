/** Invented; nobody's address, link or code. */
export const exampleTexts = {
  venue: 'Example Café',
  person: 'Ada Example',
  list: 'Example Café, Old Town',
  form: 'Partner form',
  reason: 'We could not find the address you gave us.\nPlease write to us again when it is right.',
  reference: 'QF-EXAMPLE',
  code: '123456',
} as const

export type ExampleTexts = Readonly<Record<keyof typeof exampleTexts, string>>
