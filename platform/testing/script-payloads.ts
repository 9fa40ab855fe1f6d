/** Called by every payload that runs: sets the mark that the tests look for, and no page of the product has it. */
const run = 'window.__ran=1'

/** Forty ways by which stored text has become a script somewhere. Short enough for a name of 120 characters. */
export const scriptPayloads = [
  `<script>${run}</script>`,
  `</script><script>${run}</script>`,
  `<ScRiPt/x>${run}</sCrIpT >`,
  `<script src=/__ran></script>`,
  `<script src="data:text/javascript,${run}"></script>`,
  `<img src=x onerror=${run}>`,
  `<img src=/__ran>`,
  `"><img src=x onerror="${run}">`,
  `'><img src=x onerror='${run}'>`,
  `" autofocus onfocus="${run}" x="`,
  `' onmouseover='${run}' x='`,
  `<svg onload=${run}>`,
  `<svg/onload=&#119;indow.__ran=1>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${run}"><text y=20>go</text></a></svg>`,
  `<body onload=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<details open ontoggle=${run}>`,
  `<video src=x onerror=${run}>`,
  `<audio src=x onerror=${run}>`,
  `<iframe src="javascript:parent.__ran=1"></iframe>`,
  `<iframe srcdoc="<script>parent.__ran=1</script>"></iframe>`,
  `<object data="javascript:${run}"></object>`,
  `<embed src="javascript:${run}">`,
  `<meta http-equiv=refresh content="0;url=/__ran">`,
  `<link rel=stylesheet href=/__ran>`,
  `<base href="https://quaff.invalid/__ran/">`,
  `<form action="javascript:${run}"><button autofocus>go</button></form>`,
  `<a href="javascript:${run}">go</a>`,
  `javascript:${run}//`,
  `[go](javascript:${run})`,
  `![x](/__ran)`,
  `<div style="background:url(/__ran);width:expression(${run})">`,
  `<style>@import '/__ran';*{background:url(/__ran)}</style>`,
  `{{constructor.constructor('${run}')()}}`,
  `\${${run}}\`;${run}//`,
  `<math><mtext><table><mglyph><style><img src onerror=${run}>`,
  `</title></textarea></noscript><img src=x onerror=${run}>`,
  `\\u003cscript\\u003e${run}\\u003c/script\\u003e &lt;img src=x onerror=${run}&gt;`,
] as const

/** Texts that contain each payload once. URLs come first, because only their start counts. */
export function payloadSets(count: number): string[] {
  const isAddress = (payload: string) => payload.startsWith('javascript:')
  return Array.from({ length: count }, (_, first) =>
    scriptPayloads
      .filter((_payload, at) => at % count === first)
      .toSorted((one, other) => Number(isAddress(other)) - Number(isAddress(one)))
      .join(' '),
  )
}

/**
 * Fills a field with as many payloads as fit, starting with another one for each field, so that many fields store
 * each payload several times.
 */
export function payloadDealer(): (maxLength: number, start?: string) => string {
  let next = 0
  return (maxLength, start = '') => {
    const inTurn = [...scriptPayloads.slice(next), ...scriptPayloads.slice(0, next)]
    let text = start
    let taken = 0
    for (const payload of inTurn) {
      const longer = text === '' ? payload : `${text} ${payload}`
      if (longer.length > maxLength) continue
      text = longer
      taken++
    }
    next = (next + Math.max(taken, 1)) % scriptPayloads.length
    return text
  }
}
