/** Sentences of the specification without a test, each with the reason; without `sentence`, a whole section. */
export const withoutTest = [
  {
    section: '1',
    sentence: 'Backend: a document database, an authentication service, callable cloud functions',
    reason:
      'a server of our own does what these did (specification-gaps.md, "Product"); tests of §7 call it by the same names',
  },
  {
    section: '7',
    sentence: 'Search is applied client-side.',
    reason: 'G27 moves it to the server, over all merchants that the person may see',
  },
]
