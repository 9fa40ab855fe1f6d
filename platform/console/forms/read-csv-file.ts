import { csvLayout, lostCharacterText } from '../../shared/csv'

export type CsvFileText = { text: string; assumption: string } | { problem: string }

/** Returns the text of a CSV file and what was assumed about it, or a sentence that says why it can't be read. */
export function readCsvFile(bytes: Uint8Array): CsvFileText {
  const problem = binaryProblem(bytes)
  if (problem !== undefined) return { problem }
  const encoding = encodingOf(bytes)
  const text = decode(bytes, encoding)
  if (text === undefined || text.includes('\0')) return { problem: unreadable }
  const lost = lostCharacterText(text)
  if (lost !== undefined) return { problem: lost }
  const { separator, isOneColumn } = csvLayout(text)
  const columns = isOneColumn ? 'one column' : `separated by ${separatorNames[separator]}`
  return { text, assumption: `Read as ${encodingNames[encoding]}, ${columns}` }
}

const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  macintosh: 'Mac Roman',
} as const
type Encoding = keyof typeof encodingNames
const separatorNames = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' } as const

const unreadable = 'Couldn’t read the file as text. Save it again as CSV (UTF-8).'

function binaryProblem(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    return 'This is an old Excel workbook (.xls), not .xlsx or CSV. In Excel, save it as .xlsx.'
  const head = String.fromCharCode(...bytes.subarray(0, 64)).replace(/^(?:ï»¿)?\s+/, '')
  if (/^%PDF-|^\{\\rtf/.test(head))
    return 'This is a document, not a CSV or Excel file. Save the table as .xlsx or CSV.'
  if (/^<(?:!doctype|html|table|\?xml)/i.test(head))
    return 'This is a web page or XML, not CSV. Open it in Excel and save it as .xlsx.'
  return undefined
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, at) => bytes[at] === byte)

function encodingOf(bytes: Uint8Array): Encoding {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  const wide = wideOrder(bytes)
  if (wide) return wide
  if (decode(bytes, 'utf-8') !== undefined) return 'utf-8'
  return likelihood(bytes, 'macintosh') > likelihood(bytes, 'windows-1252') ? 'macintosh' : 'windows-1252'
}

/** Without a byte order mark, the zero bytes of ASCII characters show the order. */
function wideOrder(bytes: Uint8Array): Encoding | undefined {
  const zeros = [0, 0]
  const head = bytes.subarray(0, 4_096)
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (bytes.length % 2 !== 0 || Math.max(even, odd) < head.length / 4) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

function decode(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return encoding === 'windows-1252' ? text.replaceAll(control, windowsSign) : text
  } catch {
    return undefined
  }
}

/** Older engines read Windows-1252 as Latin-1, which has controls in place of these signs. */
const windowsSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const windowsSign = (sign: string) => windowsSigns[sign.charCodeAt(0) - 0x80] ?? sign
const control = /[\u0080-\u009f]/g

/** Letters of Western European languages where they are usual, less everything that is unusual inside a word. */
function likelihood(bytes: Uint8Array, encoding: Encoding): number {
  const text = decode(bytes, encoding) ?? ''
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return (
    count(usualLetter) + 2 * count(apostrophe) - 2 * count(capitalInWord) - 2 * count(signInWord) - 2 * count(control)
  )
}
const usualLetter =
  /(?<=\p{Ll})[à-öø-ÿœß]|[à-öø-ÿœß](?=\p{Ll})|(?<![\p{L}])[ÀÁÂÄÅÆÇÈÉÊËÍÎÑÓÔÖØÚÛÜŒ](?=\p{Ll})|(?<=\p{Lu})[À-ÖØ-Þ]|[À-ÖØ-Þ](?=\p{Lu})/gu
const apostrophe = /(?<=\p{L})’(?=(?:s|t|re|ll|ve|m|d)\b)|(?<=\b(?:[dlcjnmstDLCJNMST]|qu|Qu|O))’(?=\p{L})/gu
const capitalInWord = /(?<=\p{Ll})[À-ÖØ-ÞŒŠŽŸ]/gu
const signInWord = /(?<=\p{L})[^\p{L}\p{N}\s\p{ASCII}’‘–—·](?=\p{L})|(?<=\p{L})[ˆ˜¸˝˛ˇ˘˙¨¯´]/gu
