/** Context for writing emails, with a fixed time and address. */
export const mailContext = {
  settings: {
    baseUrl: 'https://console.example.com',
    timeZone: 'Europe/Berlin',
    consoleBuild: '1',
    release: { version: '1.2.3', commit: null },
    secureCookies: true,
  },
  clock: { now: () => new Date('2026-03-10T12:00:00Z') },
}
