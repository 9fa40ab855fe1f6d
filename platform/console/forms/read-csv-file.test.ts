import { expect, it } from 'vitest'
import { readCsvFile } from './read-csv-file'

const text = 'name;city\r\nCafé Zürich;Genève\r\nMüller’s Rösterei;Málaga\r\n'
const ofCode = (codes: Record<string, number>) => (written: string) =>
  Uint8Array.from(written, (sign) => codes[sign] ?? sign.charCodeAt(0))
const windows1252 = ofCode({ '’': 0x92, Œ: 0x8c, '€': 0x80 })
const macRoman = ofCode({ é: 0x8e, ü: 0x9f, è: 0x8f, ö: 0x9a, á: 0x87, ä: 0x8a, í: 0x92, ß: 0xa7, ñ: 0x96, '’': 0xd5 })
const utf16 = (written: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(written.length * 2))
  for (let at = 0; at < written.length; at += 1) view.setUint16(at * 2, written.charCodeAt(at), isLittle)
  return new Uint8Array(view.buffer)
}
const utf8 = (written: string) => new TextEncoder().encode(written)

it.each([
  ['UTF-8', utf8(text)],
  ['Windows-1252', windows1252(text)],
  ['Mac Roman', macRoman(text)],
  ['UTF-16', utf16(`\uFEFF${text}`, true)],
  ['UTF-16', utf16(`\uFEFF${text}`, false)],
  ['UTF-16', utf16(text, true)],
  ['UTF-16', utf16(text, false)],
])('reads %s and says so', (encoding, bytes) => {
  expect(readCsvFile(bytes)).toEqual({ text, assumption: `Read as ${encoding}, separated by semicolons` })
})

it.each(['Café Zürich', 'Köln', 'Straße', 'CAFÉ', 'Señor', 'Bäckerei Größe', 'Élan', 'Über', 'Joe’s', 'München'])(
  'reads %s of Excel for Windows',
  (name) => {
    expect(readCsvFile(windows1252(`name,city\r\n${name},Bern`))).toMatchObject({ text: `name,city\r\n${name},Bern` })
  },
)

it.each(['Café Zürich', 'Köln', 'Straße', 'Señor', 'Bäckerei Größe', 'Müller', 'Genève'])(
  'reads %s of Excel for Mac',
  (name) => {
    expect(readCsvFile(macRoman(`name\r${name}`))).toEqual({
      text: `name\r${name}`,
      assumption: 'Read as Mac Roman, one column',
    })
  },
)

it('reads tabs and a named separator', () => {
  const tabs = 'name\tcity\r\nCafé Zürich\tZürich'
  expect(readCsvFile(utf16(`\uFEFF${tabs}`, true))).toEqual({
    text: tabs,
    assumption: 'Read as UTF-16, separated by tabs',
  })
  expect(readCsvFile(windows1252('sep=;\r\nname\r\nCafé Zürich'))).toMatchObject({
    assumption: 'Read as Windows-1252, separated by semicolons',
  })
})

it.each([
  [
    'an old workbook',
    Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0),
    'This is an old Excel workbook (.xls), not .xlsx or CSV. In Excel, save it as .xlsx.',
  ],
  [
    'a PDF',
    new TextEncoder().encode('%PDF-1.7 name,city'),
    'This is a document, not a CSV or Excel file. Save the table as .xlsx or CSV.',
  ],
  [
    'a web page that is named .xls',
    new TextEncoder().encode('\uFEFF <html><table><tr><td>name'),
    'This is a web page or XML, not CSV. Open it in Excel and save it as .xlsx.',
  ],
  [
    'bytes that are no text',
    Uint8Array.of(0x61, 0, 0x62, 0x63, 0x64, 0x65, 0x66),
    'Couldn’t read the file as text. Save it again as CSV (UTF-8).',
  ],
  [
    'half a character',
    Uint8Array.of(0xff, 0xfe, 0x61),
    'Couldn’t read the file as text. Save it again as CSV (UTF-8).',
  ],
  [
    'letters that were lost before',
    utf8('name\nCaf\uFFFD'),
    'Line 2 has a \uFFFD where a letter was lost. Save the original file again as CSV UTF-8.',
  ],
])('refuses %s', (_file, bytes, problem) => {
  expect(readCsvFile(bytes)).toEqual({ problem })
})
