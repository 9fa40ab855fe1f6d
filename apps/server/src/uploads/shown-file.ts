interface ShownFile {
  bytes: Uint8Array
  contentType: string
  fileName: string
}

/** An uploaded picture, in which nothing runs. */
export function shownFile({ bytes, contentType, fileName }: ShownFile, cacheControl: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': contentType,
      'content-length': String(bytes.length),
      'content-disposition': `inline; filename="${fileName}"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': cacheControl,
    },
  })
}
