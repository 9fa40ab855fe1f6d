import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { chunk, jpegHeader, pngOf, spliced, webpHeader, withChunk } from './raw-image-factory'

/** `refused`: with an error. `clean`: stored re-encoded. `either`: the decoder decides, but no active content may be stored. */
export type BadImage = { name: string; bytes: Uint8Array; fate: 'refused' | 'clean' | 'either'; fileName?: string }

/** Must never appear in anything we store. */
export const activeContent = [
  '<script',
  '<svg',
  '<html',
  'onload=',
  'javascript:',
  '<?php',
  '%PDF',
  'PK\u0003\u0004',
  'Exif',
  'GPS',
]
const script = '<html><body onload="alert(1)"><script>alert(document.domain)</script></body></html>'

export function buildImage(width = 64, height = 64): Sharp {
  return sharp({ create: { width, height, channels: 4, background: { r: 31, g: 111, b: 92, alpha: 0.6 } } })
}

/** A picture that does not compress to nothing: every byte of it counts. */
export function buildNoise(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 2_654_435_761) >>> 13
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

export async function buildBadImages(): Promise<BadImage[]> {
  const png = await buildNoise(80, 60).png().toBuffer()
  const jpeg = await buildNoise(80, 60).jpeg().toBuffer()
  const webp = await buildNoise(80, 60).webp().toBuffer()
  return [
    ...notImages(),
    ...(await otherFormats()),
    ...polyglots(png, jpeg, webp),
    ...truncated({ png, jpeg, webp }),
    ...corrupted(png, jpeg, webp),
    ...bombs(),
    ...(await unusualButFine(png)),
  ]
}

function notImages(): BadImage[] {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
  const texts: [string, string][] = [
    ['empty', ''],
    ['one byte', '\u0089'],
    ['SVG', svg],
    ['SVG with a declaration', `<?xml version="1.0"?>\n<!DOCTYPE svg>${svg}`],
    ['SVG after a byte order mark', `\uFEFF${svg}`],
    ['SVG in upper case', svg.toUpperCase()],
    [
      'SVG that reads files',
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
    ],
    ['HTML called PNG', script],
    ['PHP', '<?php system($_GET["c"]); ?>'],
    ['plain text', 'just words'],
    ['JSON', '{"a":1}'],
    ['MVG of ImageMagick', 'push graphic-context\nimage over 0,0 0,0 "https://evil.example/x"\npop graphic-context'],
    ['PostScript', '%!PS-Adobe-3.0\nsystemdict /quit known'],
  ]
  const binaries: [string, Buffer][] = [
    ['PNG signature only', Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')],
    ['PNG signature before HTML', Buffer.from(`\u0089PNG\r\n\u001a\n${script}`, 'latin1')],
    ['JPEG signature before HTML', Buffer.from(`\u00ff\u00d8\u00ff${script}`, 'latin1')],
    ['WebP signature before HTML', Buffer.from(`RIFF\u0040\0\0\0WEBP${script}`, 'latin1')],
    ['SVG in UTF-16', Buffer.from(`\uFEFF${svg}`, 'utf16le')],
    ['zeros', Buffer.alloc(4_096)],
    ['ones', Buffer.alloc(4_096, 255)],
    ['a program', Buffer.from('\u007fELF\u0002\u0001\u0001', 'latin1')],
    ['an archive', Buffer.from('PK\u0003\u0004\u0014\0', 'latin1')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
    ['a HEIC photo', Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['an icon', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0])],
    ['a bitmap', Buffer.from('BM\u0046\0\0\0', 'latin1')],
  ]
  return [
    ...texts.map(([name, text]): BadImage => ({
      name,
      bytes: Buffer.from(text),
      fate: 'refused',
      fileName: 'logo.png',
    })),
    ...binaries.map(([name, bytes]): BadImage => ({ name, bytes, fate: 'refused' })),
  ]
}

async function otherFormats(): Promise<BadImage[]> {
  const gif = await buildImage().gif().toBuffer()
  const tiff = await buildImage().tiff().toBuffer()
  return [
    { name: 'GIF', bytes: gif, fate: 'refused' },
    { name: 'TIFF', bytes: tiff, fate: 'refused' },
    { name: 'GIF that is a script', bytes: Buffer.concat([gif, Buffer.from('*/=1;alert(1)')]), fate: 'refused' },
  ]
}

function polyglots(png: Buffer, jpeg: Buffer, webp: Buffer): BadImage[] {
  const page = Buffer.from(script)
  const archive = Buffer.from('PK\u0003\u0004payload', 'latin1')
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), page])
  const afterHeader = 33
  return [
    { name: 'PNG with HTML behind it', bytes: Buffer.concat([png, page]), fate: 'clean' },
    { name: 'JPEG with HTML behind it', bytes: Buffer.concat([jpeg, page]), fate: 'either' },
    { name: 'WebP with HTML behind it', bytes: Buffer.concat([webp, page]), fate: 'either' },
    { name: 'PNG with an archive behind it', bytes: Buffer.concat([png, archive]), fate: 'clean' },
    { name: 'JPEG with a PDF behind it', bytes: Buffer.concat([jpeg, Buffer.from('%PDF-1.4')]), fate: 'either' },
    {
      name: 'JPEG with HTML in a comment',
      bytes: Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
      fate: 'clean',
    },
    {
      name: 'PNG with HTML in a text chunk',
      bytes: spliced(png, afterHeader, chunk('tEXt', Buffer.from(`Comment\0${script}`))),
      fate: 'clean',
    },
    {
      name: 'PNG with PHP in its palette',
      bytes: pngOf(32, 32, { type: 3, rows: 33 * 32, extra: chunk('PLTE', Buffer.from('<?php echo 1?>!')) }),
      fate: 'either',
    },
    { name: 'PNG with unknown chunks', bytes: spliced(png, afterHeader, chunk('evIl', page)), fate: 'clean' },
    {
      name: 'PNG with an unknown critical chunk',
      bytes: spliced(png, afterHeader, chunk('EVIL', page)),
      fate: 'refused',
    },
    { name: 'HTML before a PNG', bytes: Buffer.concat([page, png]), fate: 'refused' },
    { name: 'SVG before a JPEG', bytes: Buffer.concat([Buffer.from('<svg onload="x">'), jpeg]), fate: 'refused' },
  ]
}

function truncated(images: Record<string, Buffer>): BadImage[] {
  const shares = [0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99]
  return Object.entries(images).flatMap(([format, bytes]) =>
    shares.map((share): BadImage => ({
      name: `${format} cut off at ${share * 100} %`,
      bytes: bytes.subarray(0, Math.floor(bytes.length * share)),
      fate: 'refused',
    })),
  )
}

function corrupted(png: Buffer, jpeg: Buffer, webp: Buffer): BadImage[] {
  const broken = (bytes: Buffer, at: number, length = 12) => {
    const copy = Buffer.from(bytes)
    copy.fill(0xa5, at, at + length)
    return copy
  }
  return [
    { name: 'PNG with a broken header', bytes: broken(png, 16), fate: 'refused' },
    { name: 'PNG with a broken checksum', bytes: broken(png, 29, 4), fate: 'refused' },
    { name: 'PNG with broken data', bytes: broken(png, 200, 60), fate: 'refused' },
    { name: 'PNG without an end', bytes: png.subarray(0, png.length - 12), fate: 'either' },
    { name: 'PNG without data', bytes: pngOf(32, 32, { rows: 0 }), fate: 'refused' },
    { name: 'PNG with too little data', bytes: pngOf(1_000, 1_000, { rows: 500 }), fate: 'refused' },
    { name: 'PNG of no width', bytes: pngOf(0, 32, { rows: 10 }), fate: 'refused' },
    { name: 'PNG of negative height', bytes: pngOf(32, 0xffffffff, { rows: 10 }), fate: 'refused' },
    { name: 'PNG of an unknown colour type', bytes: pngOf(32, 32, { type: 5, rows: 33 * 32 }), fate: 'refused' },
    { name: 'JPEG with broken tables', bytes: broken(jpeg, 24, 40), fate: 'either' },
    { name: 'JPEG with broken data', bytes: broken(jpeg, jpeg.length - 400, 120), fate: 'either' },
    { name: 'WebP with a broken header', bytes: broken(webp, 12), fate: 'refused' },
    { name: 'WebP with broken data', bytes: broken(webp, 60, 400), fate: 'either' },
    { name: 'WebP that lies about its length', bytes: broken(webp, 4, 4), fate: 'refused' },
  ]
}

function bombs(): BadImage[] {
  const million = 1_000_000
  return [
    { name: 'PNG of 30,000 × 30,000', bytes: pngOf(30_000, 30_000, { rows: 3_000 }), fate: 'refused' },
    {
      name: 'PNG of 2,147,483,647 × 2,147,483,647',
      bytes: pngOf(0x7fffffff, 0x7fffffff, { rows: 10 }),
      fate: 'refused',
    },
    { name: 'PNG of 4,097 × 40', bytes: pngOf(4_097, 40, { rows: (4_097 * 4 + 1) * 40 }), fate: 'refused' },
    { name: 'PNG of 100,000 × 1', bytes: pngOf(100_000, 1, { rows: 400_001 }), fate: 'refused' },
    { name: 'PNG of 1 × 1', bytes: pngOf(1, 1, { rows: 5 }), fate: 'refused' },
    {
      name: 'PNG of the largest size in a few bytes',
      bytes: pngOf(4_096, 4_096, { rows: (4_096 * 4 + 1) * 4_096 }),
      fate: 'clean',
    },
    {
      name: 'PNG that unpacks to far more than its size',
      bytes: pngOf(64, 64, { rows: 60 * million }),
      fate: 'either',
    },
    {
      name: 'PNG with a compressed text of 60 MB',
      bytes: withChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(60 * million))])),
      fate: 'either',
    },
    {
      name: 'PNG with a colour profile of 60 MB',
      bytes: withChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(60 * million))])),
      fate: 'either',
    },
    {
      name: 'PNG with 20,000 text chunks',
      bytes: spliced(
        pngOf(64, 64, { rows: 257 * 64 }),
        33,
        ...Array.from({ length: 20_000 }, () => chunk('tEXt', Buffer.from('a\0b'))),
      ),
      fate: 'either',
    },
    { name: 'JPEG of 65,500 × 65,500', bytes: jpegHeader(65_500, 65_500), fate: 'refused' },
    { name: 'WebP of 16,384 × 16,384', bytes: webpHeader(16_384, 16_384), fate: 'refused' },
  ]
}

async function unusualButFine(png: Buffer): Promise<BadImage[]> {
  const photo = buildNoise(120, 60)
  const gps = { IFD0: { Copyright: 'Exif secret' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
  const frames = Buffer.alloc(64 * 192 * 3, 90)
  return [
    {
      name: 'JPEG with the place it was taken',
      bytes: await photo.clone().withExif(gps).jpeg().toBuffer(),
      fate: 'clean',
    },
    {
      name: 'PNG with the place it was taken',
      bytes: await photo.clone().withExif(gps).png().toBuffer(),
      fate: 'clean',
    },
    {
      name: 'JPEG lying on its side',
      bytes: await photo.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      fate: 'clean',
    },
    { name: 'JPEG in CMYK', bytes: await photo.clone().toColourspace('cmyk').jpeg().toBuffer(), fate: 'clean' },
    { name: 'PNG of 16 bits', bytes: await photo.clone().toColourspace('rgb16').png().toBuffer(), fate: 'clean' },
    { name: 'PNG in grey', bytes: await photo.clone().greyscale().png().toBuffer(), fate: 'clean' },
    {
      name: 'PNG with a palette',
      bytes: await photo.clone().png({ palette: true, colours: 8 }).toBuffer(),
      fate: 'clean',
    },
    { name: 'progressive JPEG', bytes: await photo.clone().jpeg({ progressive: true }).toBuffer(), fate: 'clean' },
    {
      name: 'animated WebP',
      bytes: await sharp(frames, { raw: { width: 64, height: 192, channels: 3, pageHeight: 64 } })
        .webp({ loop: 0 })
        .toBuffer(),
      fate: 'clean',
    },
    { name: 'PNG called SVG', bytes: png, fate: 'clean', fileName: 'logo.svg' },
    { name: 'PNG with a path as its name', bytes: png, fate: 'clean', fileName: '../../../etc/passwd' },
    { name: 'PNG with a name in all scripts', bytes: png, fate: 'clean', fileName: '‮gnp.漢字 ☕️.html' },
    { name: 'PNG with an endless name', bytes: png, fate: 'clean', fileName: `${'a'.repeat(900)}.png` },
  ]
}
