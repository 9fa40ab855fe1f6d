/** Accents and points, but no vowel signs: "कि" without its sign is another syllable. */
const marks =
  '\\u0300-\\u036F\\u0483-\\u0487\\u0591-\\u05BD\\u05BF\\u05C1\\u05C2\\u05C4\\u05C5\\u05C7\\u0610-\\u061A\\u064B-\\u065F\\u0670' +
  '\\u06D6-\\u06DC\\u06DF-\\u06E4\\u06E7\\u06E8\\u06EA-\\u06ED\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u20D0-\\u20FF\\uFE20-\\uFE2F'
/** Soft hyphen, tatweel, joiners and variation selectors. */
const invisible = '\\u00AD\\u0640\\u200B-\\u200D\\u2060\\uFEFF\\uFE00-\\uFE0F'
const apostrophes = "'`\\u02B9\\u02BB-\\u02BD\\u02C8\\u055A\\u05F3\\u2018\\u2019\\u201B\\u2032\\uA78B\\uA78C"
const dropped = new RegExp(`[${marks}${invisible}${apostrophes}]`, 'gu')

/** Letters that Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ı: 'i',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
}
const undecomposed = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu')

/** An acute accent alone is typed as an apostrophe, but it would decompose to a blank. */
const decompose = (text: string) => text.replaceAll('\u00B4', '').normalize('NFKD')

/** Folds accents, case, width and apostrophes. The SQL function `search_text` does the same, and a test compares them. */
export function searchText(text: string): string {
  return decompose(text)
    .replaceAll(dropped, '')
    .toLowerCase()
    .replaceAll(undecomposed, (letter) => letters[letter] ?? letter)
}

/** Removes what is copied along: "mailto:", quotes and brackets around a word, and the comma after it. */
function plainWord(word: string) {
  const address = word.replace(/^["\u201C<]*mailto:([^?]+).*$/i, '$1')
  const plain = address.replace(/^["\u201C<]+/, '').replace(/[">\u201D,;]+$/, '')
  return plain === '' ? word : plain
}

/** Splits a query into words, decomposed but in the case as typed: the database lowers both sides by its own rules. */
export function searchWords(query: string): string[] {
  const words = decompose(query).split(/\s+/).map(plainWord)
  return [...new Set(words)].filter((word) => searchText(word) !== '')
}

/**
 * Returns a test for texts that contain every word of the query, in any order. An empty query finds all, one of ignored
 * characters none.
 */
export function searchMatcher(query: string): (text: string) => boolean {
  const words = searchWords(query).map(searchText)
  if (words.length === 0) return () => query.trim() === ''
  return (text) => {
    const folded = searchText(text)
    return words.every((word) => folded.includes(word))
  }
}

/** Names with the same key look the same to a reader who searches for one of them. */
export function searchKey(name: string): string {
  const words = searchText(name).split(/\s+/).filter(Boolean)
  return words.length === 0 ? name.trim() : words.toSorted().join(' ')
}
